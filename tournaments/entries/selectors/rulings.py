"""What was ruled on who may play in an event: for who may see it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sanctioning.identity.names import shown
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person
from tournaments.entries.models.ruling import EntryRuling
from tournaments.entries.permissions import may_see_entry_rulings
from tournaments.events.models.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRulingLine:
    """`number` is the member number; `game` and `ruling` lead to the ruling, where it was made at a table."""

    id: int
    name: str
    number: str
    admitted: bool
    what: str
    reason: str
    by: str
    at: dt.datetime
    stands: bool
    game: str
    ruling: int | None


def entry_rulings_of(*, event: Event, asker: Person) -> tuple[EntryRulingLine, ...] | None:
    """The latest first; nothing for those whom it does not concern. Some three queries."""
    if not may_see_entry_rulings(asker, today(), event):
        return None
    rulings = EntryRuling.objects.filter(event=event).select_related(
        "ruling__game", "by__person", *shown("person")
    )
    return tuple(map(entry_ruling_line, rulings.order_by("-pk")))


def entry_ruling_line(entry_ruling: EntryRuling) -> EntryRulingLine:
    """One, as the list has it."""
    person, ruling = entry_ruling.person.identity, entry_ruling.ruling
    return EntryRulingLine(
        id=entry_ruling.pk,
        name=person.name,
        number=person.number,
        admitted=entry_ruling.admitted,
        what=entry_ruling.what,
        reason=entry_ruling.reason,
        by=entry_ruling.by.person.name,
        at=entry_ruling.at,
        stands=entry_ruling.ended_at is None,
        game=f"{ruling.game.number}{ruling.game.group}" if ruling else "",
        ruling=ruling.number if ruling else None,
    )
