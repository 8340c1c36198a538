"""How a program shows which account it acts for. Read by REST framework before its views are."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
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

SHOWN: Final = "shown_by_token"
"""The attribute of a request whose token was read on the way, with the account for which it acts from there
on: another one in practice, which owes nothing."""


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer saas_…`; the token of an office holder needs a second factor on the account."""

    def authenticate(self, request: Request) -> tuple[Account, ApiToken] | None:
        before: tuple[Account, ApiToken] | None = getattr(request._request, SHOWN, None)
        account_and_token = before or shown_by_header(request)
        if account_and_token is None:
            return None
        account, token = account_and_token
        view = request.parser_context["view"]
        act = str(view.kwargs.get("act", ""))
        require_scope(token, method=str(request.method), endpoint=type(view), act=act)
        if before is None:
            require_second_factor(account)
        return account_and_token

    def authenticate_header(self, request: Request) -> str:
        return challenge(request)


def shown_by_header(request: HttpRequest | Request) -> tuple[Account, ApiToken] | None:
    """The account and its token, where the request bears one that is taken from its address.

    Raises:
        AuthenticationFailed: it bears one that opens nothing.
        Refusal: what `require_network` raises.
    """
    secret = token_borne(request)
    if not secret:
        return None
    account_and_token = account_of_token(secret)
    if account_and_token is None:
        raise AuthenticationFailed(
            _("This token is not valid: it has expired, was revoked, or never existed.")
        )
    require_network(account_and_token[1], request)
    return account_and_token


def challenge(request: HttpRequest | Request) -> str:
    """What `WWW-Authenticate` says with a 401 (RFC 6750, section 3): whether a token came, and was none."""
    return 'Bearer error="invalid_token"' if token_borne(request) else "Bearer"


def token_borne(request: HttpRequest | Request) -> str:
    words = str(request.META.get("HTTP_AUTHORIZATION", "")).split()
    return words[1] if len(words) == 2 and words[0].lower() == "bearer" else ""


def require_second_factor(account: Account) -> None:
    """Raises:
    Refusal: `second-factor-missing`.
    """
    if owes_second_factor(account) and not has_second_factor(account):
        raise second_factor_missing()
