"""Who is told of a ruling on an entry."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.identity.lookup import people_who_run
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person
from tournaments.entries.models.ruling import EntryRuling


def tell_of_entry_ruling(*, by: Person, ruling: EntryRuling, entry: AuditEntry, at: dt.datetime) -> None:
    """Whom it lets in or keeps out, and whoever runs the event."""
    context = {"by": by, "event": ruling.event}
    own = reverse("own-entry", args=[ruling.event.slug])
    send(
        to=ruling.person,
        kind="entry-ruled",
        about=ruling,
        occasion=entry.pk,
        path=own,
        context=context,
        at=at,
    )
    send(
        to=people_who_run(ruling.event.club, day_of(at)).exclude(pk=ruling.person_id),
        kind="entry-ruled-here",
        about=ruling,
        occasion=entry.pk,
        path=reverse("entry-rulings", args=[ruling.event.slug]),
        context=context,
        at=at,
    )
