"""Who may draw at a table."""

from __future__ import annotations

import datetime as dt

from sanctioning.people.models.person import Person
from tournaments.events.permissions import may_keep_table
from tournaments.games.models import Game


def may_draw(person: Person | None, day: dt.date, game: Game) -> bool:
    """The table draws for itself; its director and its Acting Executor may write it down."""
    return may_keep_table(person, day, game)
