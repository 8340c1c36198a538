"""What those on the waiting list hear of a place that became free."""

from __future__ import annotations

import datetime as dt

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.services.messages import send
from tournaments.entries.entry_links import entry_path
from tournaments.entries.models.entry import Entry


def tell_offered(*, entry: Entry, occasion: AuditEntry, at: dt.datetime) -> None:
    """Who is asked whether they take the place, and until when."""
    _tell(entry, "place-offered", occasion, at)


def tell_skipped(*, entry: Entry, occasion: AuditEntry, at: dt.datetime) -> None:
    """Who was asked, and is last on the list now."""
    _tell(entry, "place-offer-skipped", occasion, at)


def tell_lapsed(*, entry: Entry, occasion: AuditEntry, at: dt.datetime) -> None:
    """Who did not answer in time."""
    _tell(entry, "place-offer-lapsed", occasion, at)


def _tell(entry: Entry, kind: str, occasion: AuditEntry, at: dt.datetime) -> None:
    until = entry.offered_until
    send(
        to=entry.person,
        kind=kind,
        about=entry,
        occasion=occasion.pk,
        path=entry_path(entry),
        context={"event": entry.event, "until": until, "until_day": until and entry.event.local_day(until)},
        at=at,
    )
