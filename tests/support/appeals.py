"""What appeals need beside the cast: higher executors, the College, and a ruling to appeal."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from sanctioning.offices.models.office import Appointment, Office
from tests.cast import MARCH, Cast
from tests.support.discipline import holder
from tests.support.kept_steps import kept_step
from tournaments.games.models import Game
from tournaments.justice.appeals.models import Appeal, AppealStep
from tournaments.justice.appeals.services.appealing import appeal, appeal_further
from tournaments.justice.appeals.services.deciding import decide
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.rulings import keep_ruling

DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class Bench:
    associates: tuple[Appointment, ...]
    college: tuple[Appointment, ...]


@kept_step
def bench_of(cast: Cast, *, associates: int = 3, members: int = 5) -> Bench:
    return Bench(
        associates=tuple(holder(cast, f"Asa{n}", Office.ASSOCIATE_EXECUTOR) for n in range(associates)),
        college=tuple(holder(cast, f"Col{n}", Office.COLLEGE) for n in range(members)),
    )


@kept_step
def ruling_in(cast: Cast, game: Game, *, at: dt.datetime = MARCH, **details: Any) -> Ruling:
    return keep_ruling(
        by=cast.executor,
        game=game,
        kind=Ruling.Kind.PLAY,
        section="II/Played Cards",
        what="A card touched the table.",
        reason="It was played.",
        at=at,
        **details,
    )


def appealed(cast: Cast, ruling: Ruling, **details: Any) -> Appeal:
    arguments = {
        "by": cast.players[0],
        "ruling": ruling,
        "grounds": "I had no heart.",
        "at": MARCH,
        **details,
    }
    return appeal(**arguments)


def waiting(appeal: Appeal) -> AppealStep:
    return appeal.steps.get(decision="", withdrawn_at__isnull=True)


def decided(appeal: Appeal, decision: str, *, at: dt.datetime = MARCH, **details: Any) -> AppealStep:
    """By the judge of the current step."""
    step = waiting(appeal)
    assert step.judge is not None
    return decide(by=step.judge.person, step=step, decision=decision, reasons="So I find.", at=at, **details)


def before_the_college(cast: Cast, ruling: Ruling) -> AppealStep:
    """An appeal that two offices upheld."""
    appeal = appealed(cast, ruling)
    for place in (1, 2):
        decided(appeal, "upheld")
        appeal_further(by=cast.players[place], appeal=appeal, grounds="Not so.", at=MARCH)
    return waiting(appeal)
