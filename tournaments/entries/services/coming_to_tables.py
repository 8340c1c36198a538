"""Whoever sits down at a table has come: they are checked in with it, and that is undone with it.

Invariants: only who is entered; where the event has requirements in words that nobody has ticked, sitting
down ticks nothing. The caller holds the person, and answers for who may seat them.
Rule section: I (players); II (an event's own entry requirements, W-76).
"""

from __future__ import annotations

import datetime as dt

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.audit.services import note
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event


def note_come_to_table(*, by: Person, event: Event, person: Person, at: dt.datetime) -> None:
    """Check somebody in who sits down. One query where they were there already."""
    missing = event.entries.filter(person__in=rows_of(person), state=Entry.State.ENTERED, checked_in_at=None)
    entry = missing.select_related("person").first()
    if entry is None or (event.entry_requirements.strip() and entry.requirements_met_by_id is None):
        return
    if missing.filter(pk=entry.pk).update(checked_in_at=at):
        note(by=by, at=at, action="check in", thing=entry, after={"person": entry.person.number})


def undo_come_to_table(
    *, by: Person, event: Event, person: Person, sat_at: dt.datetime, at: dt.datetime
) -> None:
    """Take back that somebody was checked in by sitting down at that moment."""
    came = event.entries.filter(person__in=rows_of(person), state=Entry.State.ENTERED, checked_in_at=sat_at)
    entry = came.select_related("person").first()
    if entry is not None and came.filter(pk=entry.pk).update(checked_in_at=None):
        note(by=by, at=at, action="undo check-in", thing=entry, after={"person": entry.person.number})
