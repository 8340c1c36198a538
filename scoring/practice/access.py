"""Whose practice events a request may open: those of the account, and those that its browser keeps."""

from __future__ import annotations

from typing import Final

from allauth.account.adapter import get_adapter
from allauth.core.internal.ratelimit import truncate_ip
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from sanctioning.accounts.models.account import Account
from scoring.practice.models import Practice
from scoring.practice.selectors import practices_of

# Under this name the browser's session keeps the keys of a visitor without an account.
KEYS: Final = "practices"


def own_practices(request: HttpRequest, key: str = "") -> list[Practice]:
    """The latest first; with a key that one only, if it is the visitor's own."""
    return practices_of(account=account_of(request), keys=kept_keys(request), key=key)


def account_of(request: HttpRequest) -> Account | None:
    return request.user if isinstance(request.user, Account) else None


def origin_of(request: HttpRequest) -> str:
    """Where the visitor comes from, as a keyed hash, so that one cannot take every place of the others.

    Of IPv6 that is the network (`RATE_LIMIT_IPV6_PREFIX`): whoever is in it has all its addresses.
    """
    address = truncate_ip(get_adapter().get_client_ip(request))
    return salted_hmac("origin of a practice event", address).hexdigest()[:32]


def kept_keys(request: HttpRequest) -> list[str]:
    return list(request.session.get(KEYS, ()))


def keep_key(request: HttpRequest, key: str) -> None:
    request.session[KEYS] = [*kept_keys(request), key]


def forget_key(request: HttpRequest, key: str) -> None:
    if key in (keys := kept_keys(request)):
        request.session[KEYS] = [other for other in keys if other != key]
