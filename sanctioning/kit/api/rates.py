"""How often an account or an address may ask: more than any program needs that waits for its answers.

Invariants: every request is counted once, also one that is refused before any endpoint; whoever asks too
often is told when to go on, and nothing that they sent is lost; the counting keeps nobody out while the store
that counts is away.
Terms: window (the minute that is counted), wrong tokens (those that open nothing, of which an address may try
far fewer).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.throttling import BaseThrottle

from sanctioning.kit.refusals import Refusal

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView

RATES: Final = ("RateLimit-Policy", "RateLimit")
WINDOW: Final = 60
POLICY: Final = "default"
WRONG_TOKENS: Final = "wrong-tokens"
COUNTED: Final = "api_rates"
"""The attribute of a request that was counted: the headers of its answer."""


class AskedOften(BaseThrottle):
    """`API_RATE_OF_ACCOUNT` requests a minute for each account, `API_RATE_OF_ADDRESS` for each address from
    which nobody signed in asks; 0 is no limit. The answer says what is left (`RateLimit`, IETF draft)."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return count_asked(request._request)

    def wait(self) -> int:
        return until_next_window()


def count_asked(request: HttpRequest) -> bool:
    """Whether whoever asks may still ask, this request among those that they sent."""
    return _is_allowed(request, *_who(request))


def count_refused(request: HttpRequest, *, is_wrong_token: bool) -> None:
    """One that says wrongly who asks is counted by its address.

    Raises:
        Refusal: `too-many-requests`.
    """
    who, limit = _address(request)
    allowed = [_is_allowed(request, who, limit)]
    if is_wrong_token and who:
        wrong = settings.API_RATE_OF_WRONG_TOKENS
        allowed.append(_is_allowed(request, f"{WRONG_TOKENS}-{who}", wrong, WRONG_TOKENS))
    if not all(allowed):
        raise asked_too_often(until_next_window())


def note_rates(request: HttpRequest, policy: str, *, limit: int, left: int, wait: int) -> None:
    """For the headers of the answer."""
    headers = (f'"{policy}";q={limit};w={WINDOW}', f'"{policy}";r={max(0, left)};t={wait}')
    before: Mapping[str, str] = getattr(request, COUNTED, {})
    both = {
        name: ", ".join(filter(None, (before.get(name, ""), value)))
        for name, value in zip(RATES, headers, strict=True)
    }
    setattr(request, COUNTED, both)


def _is_allowed(request: HttpRequest, who: str, limit: int, policy: str = POLICY) -> bool:
    if not limit:
        setattr(request, COUNTED, getattr(request, COUNTED, {}))
        return True
    count = _count(who)
    note_rates(request, policy, limit=limit, left=limit - count, wait=until_next_window())
    return count <= limit


def until_next_window() -> int:
    """Until the counting begins again, in seconds."""
    return WINDOW - int(time.time()) % WINDOW


def _who(request: HttpRequest) -> tuple[str, int]:
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return f"account-{user.pk}", settings.API_RATE_OF_ACCOUNT
    return _address(request)


def _address(request: HttpRequest) -> tuple[str, int]:
    try:
        return f"address-{get_adapter().get_client_ip(request)}", settings.API_RATE_OF_ADDRESS
    except PermissionDenied:  # Behind a proxy that is set up wrongly it cannot be told.
        return "", 0


def _count(who: str) -> int:
    """How many requests of theirs this window has seen, this one among them."""
    key = f"api-rate/{int(time.time()) // WINDOW}/{who}"
    cache.add(key, 0, timeout=WINDOW)
    try:
        return cache.incr(key)
    except ValueError:  # It was thrown out in between, as a full store does.
        return 1


def asked_too_often(seconds: int) -> Refusal:
    return Refusal(
        code="too-many-requests",
        sentence=_("You asked too often."),
        rule=_("A program asks at most as often a minute as `RateLimit-Policy` says."),
        remedy=_("Wait %(seconds)s seconds and send it again. Nothing was changed.") % {"seconds": seconds},
        status=429,
        facts={"wait": seconds},
    )
