"""Appeals on the stage: one before the Associate Executor, with a statement, and one before the College."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sanctioning.clock import moment
from sanctioning.models import Person
from tests.appeals import ruling_in
from tests.cast import Cast
from tournaments.models import Game
from tournaments.services.appeal_decisions import decide
from tournaments.services.appeal_statements import state
from tournaments.services.appeals import appeal, appeal_further
from tournaments.services.college import move_decision


def places_of_appeals(
    cast: Cast, game: Game, associate: Person, mover: Person
) -> Mapping[str, Mapping[str, Any]]:
    """`associate` judges; `mover` is another member of the College than the one on the stage."""
    bare, first, second = (ruling_in(cast, game, at=moment(None)) for _ in range(3))
    before = appeal(by=cast.players[0], ruling=first, grounds="Not so.")
    said = state(by=cast.players[0], appeal=before, text="I saw it.", attachment=b"%PDF-1.4")
    college = appeal(by=cast.players[0], ruling=second, grounds="Not so.")
    for judge in (associate, cast.managing):
        decide(by=judge, step=college.steps.get(decision=""), decision="upheld", reasons="So.")
        step = appeal_further(by=cast.players[0], appeal=college, grounds="Not so.")
    motion = move_decision(by=mover, step=step, decision="upheld", reasons="So.")
    return {
        "ruling to appeal": {"kind": "ruling", "number": bare.pk},
        "appeal": {"number": before.number},
        "statement": {"number": before.number, "statement": said.pk},
        "appeal before the College": {"number": college.number},
        "motion": {"motion": motion.pk},
    }
