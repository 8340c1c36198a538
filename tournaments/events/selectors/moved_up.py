"""Who got a place, or is asked whether they take one, by a step that made room in an event.

Invariant: whoever waited before the step and is entered, or has a place kept, after it; nobody else.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sanctioning.identity.names import full_name, shown
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event

State = Entry.State


class GotPlace(NamedTuple):
    number: str
    name: str


class GotPlaces(NamedTuple):
    """`entered` have moved up, `asked` have a place kept until they answer."""

    entered: tuple[GotPlace, ...]
    asked: tuple[GotPlace, ...]


def waiting_for_a_place(event: Event) -> frozenset[int]:
    """The entries that wait and are asked nothing, by key. One query."""
    waiting = event.entries.filter(state=State.WAITING, offered_until=None)
    return frozenset(waiting.values_list("pk", flat=True))


def got_places(event: Event, waited: Collection[int]) -> GotPlaces:
    """What has become of those who waited. One query, none where nobody waited."""
    if not waited:
        return GotPlaces((), ())
    entries = event.entries.filter(pk__in=waited).select_related(*shown("person"))
    in_order = list(entries.order_by("person__family_name", "person__given_names", "pk"))
    return GotPlaces(
        tuple(_line(entry) for entry in in_order if entry.state == State.ENTERED),
        tuple(_line(entry) for entry in in_order if entry.state == State.WAITING and entry.offered_until),
    )


def _line(entry: Entry) -> GotPlace:
    return GotPlace(entry.person.identity.number, full_name(entry.person))
