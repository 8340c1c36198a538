"""How a program shows which account it acts for. Read by REST framework before its views are."""

from __future__ import annotations

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from sanctioning.models import Account, ApiToken
from sanctioning.selectors.second_factor import (
    has_second_factor,
    owes_second_factor,
    second_factor_missing,
)
from sanctioning.services.tokens import account_of_token


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer saas_…`; the token of an office holder needs a second factor on the account."""

    def authenticate(self, request: Request) -> tuple[Account, ApiToken] | None:
        said = get_authorization_header(request).split()
        if len(said) != 2 or said[0].lower() != b"bearer":
            return None
        found = account_of_token(said[1].decode("latin-1"))
        if found is None:
            raise AuthenticationFailed("This token opens nothing: it was revoked, or was never made.")
        if owes_second_factor(found[0]) and not has_second_factor(found[0]):
            raise second_factor_missing()
        return found

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
