"""What nobody foresaw is told to whoever runs the site: to Sentry, or by mail.

Invariants: neither carries what people typed, nor who they are; of one fault goes one mail an hour.
"""

from __future__ import annotations

import logging
import smtplib
import time
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.core.mail import mail_admins
from django_guid import get_guid

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

log = logging.getLogger(__name__)
PAUSE: Final = 3600.0
MOST_KNOWN: Final = 500


class ErrorMail(logging.Handler):
    """A mail to `SAAS_ERRORS_TO` with what broke and where."""

    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)
        self._last_sent: dict[tuple[object, ...], float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        if not settings.ADMINS or not self._is_news(_fault(record)):
            return
        request_id = getattr(record, "request_id", None)
        text = f"{self.format(record)}\n\nrequest: {request_id or 'none'}\n{settings.SITE_ADDRESS}\n"
        subject = " ".join(record.getMessage().split())[:120]
        try:
            mail_admins(subject, text)
        except (smtplib.SMTPException, OSError) as failure:
            log.warning("No mail could be sent about an error: %s", failure)

    def _is_news(self, fault: tuple[object, ...]) -> bool:
        now = time.monotonic()
        if now - self._last_sent.get(fault, -PAUSE) < PAUSE:
            return False
        if len(self._last_sent) >= MOST_KNOWN:
            self._last_sent.clear()
        self._last_sent[fault] = now
        return True


def _fault(record: logging.LogRecord) -> tuple[object, ...]:
    """By where it broke: the same fault at other addresses is no news."""
    kind, _error, trace = record.exc_info if record.exc_info else (None, None, None)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else (record.name, record.msg)
    return (kind, *place)


def tell_sentry() -> None:
    """From now on; where no address is set, its library is not even loaded."""
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk
    from sentry_sdk.integrations.argv import ArgvIntegration

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        disabled_integrations=[ArgvIntegration()],
        before_send=_without_what_was_asked,
    )


def _without_what_was_asked(event: Event, hint: Hint) -> Event:
    """The address of a private link opens what it leads to: the name of its view says enough."""
    asked: Any = event.pop("request", {})
    tags: Any = event.setdefault("tags", {})
    tags["request_id"], tags["method"] = get_guid() or "none", asked.get("method", "none")
    return event
