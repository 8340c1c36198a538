"""The waiting list of an event: who gets a place, who waits, and who moves up when a place is free.

Invariants: whoever waits longest is asked first, or moves up unasked where that cannot be done in time; a
team moves up as a whole. A place that is offered is kept until it is answered. The caller holds the event.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max

from sanctioning.identity.lookup import reachable
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import note
from sanctioning.people.models.person import Person
from tournaments.entries.answering_time import answer_until
from tournaments.entries.models.entry import Entry
from tournaments.entries.notifications.entries import tell_moved_up
from tournaments.entries.notifications.offers import tell_offered
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


def next_for_a_place(event: Event) -> Entry | None:
    """Who is asked, or moves up at once, as soon as one place becomes free. Two queries."""
    size, room = format_named(event.format).unit.size, room_in(event)
    if size > 1 or room is None or room > 0:
        return None
    waiting = event.entries.filter(state=State.WAITING, offered_until=None)
    return waiting.select_related("person").order_by("queue").first()


@transaction.atomic
def fill_places(event: Event, at: dt.datetime) -> list[Entry]:
    """Ask, or move up, in the order of the queue, as many as there is room for, teams as a whole; the event
    is locked. Gives who moved up."""
    waiting = event.entries.filter(state=State.WAITING, offered_until=None)
    waiting = waiting.select_related("person").order_by("queue")
    until = answer_until(event, at)
    size = format_named(event.format).unit.size
    moved = []
    room = room_in(event)
    for entry in waiting if room is None else waiting[: max(0, room) // size * size]:
        entry.event = event
        if until is not None and reachable([entry.person]):
            _offer(entry, until, at)
            continue
        entry.state, entry.queue = State.ENTERED, None
        entry.save(update_fields=["state", "queue"])
        moved_by = note_state(
            None, at, "move up from the queue", entry, State.WAITING, "A place became free."
        )
        tell_moved_up(entry=entry, occasion=moved_by, at=at)
        moved.append(entry)
    return moved


def _offer(entry: Entry, until: dt.datetime, at: dt.datetime) -> None:
    """Keep a place for somebody who is asked whether they take it."""
    entry.offered_until = until
    entry.save(update_fields=["offered_until"])
    offered = note(
        by=None,
        at=at,
        action="offer a place",
        thing=entry,
        why="A place became free.",
        after={"until": until.isoformat()},
    )
    tell_offered(entry=entry, occasion=offered, at=at)


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
