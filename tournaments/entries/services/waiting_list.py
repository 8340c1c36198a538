"""The waiting list of an event: who gets a place, who waits, and who moves up when a place is free.

Invariants: whoever waits longest moves up first, once, without being asked; a team as a whole. The caller
holds the event.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import note
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.entries.notifications.entries import tell_moved_up
from tournaments.events.capacity import room_in
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named

State = Entry.State


def give_places(event: Event, entries: Sequence[Entry]) -> None:
    """Entered where there is room for all of them and nobody waits, else last in the queue."""
    waits = event.entries.filter(state=State.WAITING)
    room = room_in(event)
    if room is None or (room >= len(entries) and not waits.exists()):
        for entry in entries:
            entry.state, entry.queue = State.ENTERED, None
        return
    last = waits.aggregate(last=Max("queue"))["last"] or 0
    for number, entry in enumerate(entries, start=last + 1):
        entry.state, entry.queue = State.WAITING, number


@transaction.atomic
def fill_places(event: Event, at: dt.datetime) -> list[Entry]:
    """Move up, in the order of the queue, as many as there is room for, teams as a whole; the event is
    locked."""
    waiting = event.entries.filter(state=State.WAITING).select_related("person").order_by("queue")
    size = format_named(event.format).unit.size
    moved = []
    room = room_in(event)
    for entry in waiting if room is None else waiting[: max(0, room) // size * size]:
        entry.state, entry.queue = State.ENTERED, None
        entry.save(update_fields=["state", "queue"])
        moved_by = note_state(
            None, at, "move up from the queue", entry, State.WAITING, "A place became free."
        )
        tell_moved_up(entry=entry, occasion=moved_by, at=at)
        moved.append(entry)
    return moved


def note_state(
    by: Person | None, at: dt.datetime, action: str, entry: Entry, before: str, why: str
) -> AuditEntry:
    """What has become of an entry, on the trail."""
    return note(
        by=by,
        at=at,
        action=action,
        thing=entry,
        why=why,
        before={"state": before},
        after={"state": entry.state},
    )
