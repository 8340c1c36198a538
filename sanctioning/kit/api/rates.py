"""How often an account or an address may ask: more than any program needs that waits for its answers.

Invariants: whoever asks too often is told when to go on, and nothing that they sent is lost; the counting
keeps nobody out while the store that counts is away. Terms: window (the minute that is counted).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from rest_framework.throttling import BaseThrottle

from sanctioning.kit.refusals import Refusal

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView

WINDOW: Final = 60
POLICY: Final = "default"


class AskedOften(BaseThrottle):
    """`API_RATE_OF_ACCOUNT` requests a minute for each account, `API_RATE_OF_ADDRESS` for each address from
    which nobody signed in asks; 0 is no limit. The answer says what is left (`RateLimit`, IETF draft)."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        who, limit = _who(request)
        if not limit:
            return True
        count, left = _count(who), self.wait()
        view.rate_headers = {  # type: ignore[attr-defined]
            "RateLimit-Policy": f'"{POLICY}";q={limit};w={WINDOW}',
            "RateLimit": f'"{POLICY}";r={max(0, limit - count)};t={left}',
        }
        return count <= limit

    def wait(self) -> int:
        """Until the counting begins again, in seconds."""
        return WINDOW - int(time.time()) % WINDOW


def _who(request: Request) -> tuple[str, int]:
    if request.user.is_authenticated:
        return f"account-{request.user.pk}", settings.API_RATE_OF_ACCOUNT
    try:
        address = get_adapter().get_client_ip(request._request)
    except PermissionDenied:  # Behind a proxy that is set up wrongly it cannot be told.
        return "", 0
    return f"address-{address}", settings.API_RATE_OF_ADDRESS


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
