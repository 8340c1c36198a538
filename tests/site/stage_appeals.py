"""Appeals on the stage: one before the Associate Executor, with a statement, and one before the College."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sanctioning.kit.clock import moment
from sanctioning.people.models.person import Person
from tests.cast import Cast
from tests.support.appeals import ruling_in
from tournaments.games.models import Game
from tournaments.justice.appeals.services.appealing import appeal, appeal_further
from tournaments.justice.appeals.services.college import move_decision
from tournaments.justice.appeals.services.deciding import decide
from tournaments.justice.appeals.services.statements import state


def places_of_appeals(
    cast: Cast, game: Game, associate: Person, mover: Person
) -> Mapping[str, Mapping[str, Any]]:
    """`associate` judges; `mover` is another member of the College than the one on the stage."""
    bare, first, second = (ruling_in(cast, game, at=moment(None)) for _ in range(3))
    before = appeal(by=cast.players[0], ruling=first, grounds="Not so.")
    statement = state(by=cast.players[0], appeal=before, text="I saw it.", attachment=b"%PDF-1.4")
    college = appeal(by=cast.players[0], ruling=second, grounds="Not so.")
    for judge in (associate, cast.managing):
        decide(by=judge, step=college.steps.get(decision=""), decision="upheld", reasons="So.")
        step = appeal_further(by=cast.players[0], appeal=college, grounds="Not so.")
    motion = move_decision(by=mover, step=step, decision="upheld", reasons="So.")
    return {
        "ruling to appeal": {"kind": "ruling", "number": bare.pk},
        "appeal": {"number": before.number},
        "statement": {"number": before.number, "statement": statement.pk},
        "appeal before the College": {"number": college.number},
        "motion": {"motion": motion.pk},
    }
