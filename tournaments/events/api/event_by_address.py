"""An event by its address, for programs."""

from __future__ import annotations

from rest_framework.exceptions import NotFound

from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import event_at


def found_event(slug: str, person: Person | None) -> Event:
    event = event_at(slug=slug, asker=person)
    if event is None:
        raise NotFound
    return event
