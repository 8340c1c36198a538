"""Who may see the rulings of a table."""

from __future__ import annotations

import datetime as dt

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import today
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds
from sanctioning.people.models.person import Person
from tournaments.events.permissions import may_rule_in, may_see_table
from tournaments.games.models import Game
from tournaments.justice.rulings.services.rulings import CLOSED


def may_see_rulings(person: Person | None, day: dt.date, game: Game) -> bool:
    """Whole, with names: who played, keeps or rules the table, who ruled there before, and who may have to
    judge an appeal."""
    if person is None:
        return False
    hears = (Office.ASSOCIATE_EXECUTOR, Office.MANAGING_EXECUTOR, Office.COLLEGE)
    ruled = game.rulings.filter(by__person__in=rows_of(person))
    return may_see_table(person, day, game) or holds(person, day, *hears) or ruled.exists()


def may_rule(asker: Person | None, game: Game) -> bool:
    """Whether the page offers to rule."""
    return game.state not in CLOSED and may_rule_in(asker, today(), game)
