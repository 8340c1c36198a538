"""How a program shows which account it acts for. Read by REST framework before its views are."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.selectors.second_factor import (
    has_second_factor,
    owes_second_factor,
    second_factor_missing,
)
from sanctioning.accounts.services.tokens import account_of_token
from sanctioning.accounts.token_networks import require_network
from sanctioning.accounts.token_scopes import require_scope


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer saas_…`; the token of an office holder needs a second factor on the account."""

    def authenticate(self, request: Request) -> tuple[Account, ApiToken] | None:
        words = get_authorization_header(request).split()
        if len(words) != 2 or words[0].lower() != b"bearer":
            return None
        account_and_token = account_of_token(words[1].decode("latin-1"))
        if account_and_token is None:
            raise AuthenticationFailed(
                _("This token is not valid: it has expired, was revoked, or never existed.")
            )
        account, token = account_and_token
        require_network(token, request)
        view = request.parser_context["view"]
        act = str(view.kwargs.get("act", ""))
        require_scope(token, method=str(request.method), endpoint=type(view), act=act)
        if owes_second_factor(account) and not has_second_factor(account):
            raise second_factor_missing()
        return account_and_token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
