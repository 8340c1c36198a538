"""Who may see the charges and votes of a table."""

from __future__ import annotations

import datetime as dt

from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds
from sanctioning.people.models.person import Person
from tournaments.events.permissions import plays_in_family, rules_game
from tournaments.games.models import Game


def may_see_matters(person: Person | None, day: dt.date, game: Game, plays: bool | None = None) -> bool:
    """Charges and votes of a game: who played there, who rules there, the Managing Executor, the College.
    Whether the person `plays` in its family may be known already."""
    if plays or rules_game(person, day, game):
        return True
    hears = holds(person, day, Office.MANAGING_EXECUTOR, Office.COLLEGE)
    return hears or (plays is None and plays_in_family(person, game))
