"""Who may note violations of canons."""

from __future__ import annotations

import datetime as dt

from sanctioning.people.models.person import Person
from tournaments.entries.permissions import games_with_executor
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event, rules_game


def may_keep_canons(person: Person | None, day: dt.date, event: Event) -> bool:
    """Violations of a game's canons are noted by whoever runs the event or rules it."""
    return may_run_event(person, day, event) or any(
        rules_game(person, day, game) for game in games_with_executor(event, day)
    )
