"""Who may give out the link of a table."""

from __future__ import annotations

import datetime as dt

from sanctioning.people.models.person import Person
from tournaments.events.permissions import may_run_event, rules_game
from tournaments.games.models import Game


def may_link_table(person: Person | None, day: dt.date, game: Game) -> bool:
    """The link to a table's pad is given out by its director or its Acting Executor."""
    return rules_game(person, day, game) or may_run_event(person, day, game.event)
