"""An event held again: what a form begins with, and what goes with it unseen."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any, Final
from zoneinfo import ZoneInfo

from sanctioning.kit.clock import today
from sanctioning.offices.permissions import runs_club
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import event_at

YEAR: Final = re.compile(r"\b(1[89]|20|21)\d\d\b")
DAYS: Final = ("entries_from", "entries_until")
OF_A_SERIES: Final = "qualified"
"""Whoever may enter by a place in a series: that goes with the series, not with the event."""


def event_to_copy(slug: str, asker: Person) -> Event | None:
    """An event of a club that the asker runs; None where there is none of this address."""
    event = event_at(slug=slug, asker=asker) if slug else None
    return event if event is not None and runs_club(asker, today(), event.club) else None


def as_typed(event: Event) -> dict[str, Any]:
    """Everything but its days, as the form of an event has it; a year in the name is the year to come."""
    zone = ZoneInfo(event.time_zone)
    terms = {name: value for name, value in asdict(event.terms).items() if name not in DAYS}
    sanctioned = {"level": event.sanction.level_id, "type": event.sanction.type_id} if event.sanction else {}
    return {
        "name": YEAR.sub(lambda year: str(int(year[0]) + 1), event.name),
        "place": event.place,
        "begins": event.starts_at.astimezone(zone).time(),
        "ends": event.ends_at.astimezone(zone).time(),
        "time_zone": event.time_zone,
        "format": event.format,
        "description": event.description,
        **sanctioned,
        **terms,
        "entry_fee": event.entry_fee or "",
    }


def conditions_of(event: Event | None) -> list[dict[str, Any]]:
    """Who may enter, as far as it is the event's own."""
    if event is None:
        return []
    return [body for body in event.entry_conditions if body["kind"] != OF_A_SERIES]
