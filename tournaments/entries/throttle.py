"""How often mails may be asked for to confirm an entry (`ACCOUNT_RATE_LIMITS`)."""

from __future__ import annotations

from allauth.core.internal import ratelimit
from django.http import HttpRequest
from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal


def require_not_too_often(request: HttpRequest, email: str) -> None:
    """Refuse who has mails sent as only somebody would who types the addresses of others."""
    if not ratelimit.consume(request, app="allauth.account", action="confirm_entry", key=email.lower()):
        raise Refusal(
            code="too-often",
            sentence=_("Too many mails were asked for in a short time."),
            rule=_("An address gets five mails an hour to confirm an entry."),
            remedy=_("Look for the mail that was sent already, or try again later."),
            status=429,
        )
