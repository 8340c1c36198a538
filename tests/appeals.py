"""What appeals need beside the cast: higher executors, the College, and a ruling to appeal."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from sanctioning.models import Appointment, Office
from sanctioning.refusal import Refusal
from sanctioning.services.offices import appoint
from sanctioning.services.people import register_person
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast, account
from tournaments.models import Appeal, AppealStep, Game, Ruling
from tournaments.services.appeal_decisions import decide
from tournaments.services.appeals import appeal, appeal_further
from tournaments.services.rulings import keep_ruling

DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class Bench:
    associates: tuple[Appointment, ...]
    college: tuple[Appointment, ...]


def bench_of(cast: Cast, *, associates: int = 3, members: int = 5) -> Bench:
    return Bench(
        associates=tuple(_holder(cast, f"Asa{n}", Office.ASSOCIATE_EXECUTOR) for n in range(associates)),
        college=tuple(_holder(cast, f"Col{n}", Office.COLLEGE) for n in range(members)),
    )


def ruling_in(cast: Cast, game: Game, *, at: dt.datetime = MARCH) -> Ruling:
    return keep_ruling(
        by=cast.executor,
        game=game,
        kind=Ruling.Kind.PLAY,
        section="II/Played Cards",
        what="A card touched the table.",
        reason="It was played.",
        at=at,
    )


def _holder(cast: Cast, name: str, office: str) -> Appointment:
    person = register_person(
        by=cast.managing,
        given_names=name,
        family_name="Bench",
        account=account(f"{name.lower()}@example.org"),
        at=JANUARY,
    )
    return appoint(by=cast.managing, person=person, office=office, first_day=FIRST_DAY, at=JANUARY)


def appealed(cast: Cast, ruling: Ruling, **said: Any) -> Appeal:
    told = {"by": cast.players[0], "ruling": ruling, "grounds": "I had no heart.", "at": MARCH, **said}
    return appeal(**told)


def waiting(made: Appeal) -> AppealStep:
    return made.steps.get(decision="", withdrawn_at__isnull=True)


def decided(made: Appeal, decision: str, *, at: dt.datetime = MARCH, **said: Any) -> AppealStep:
    """By whoever judges the step that waits."""
    step = waiting(made)
    assert step.judge is not None
    return decide(by=step.judge.person, step=step, decision=decision, reasons="So I find.", at=at, **said)


def before_the_college(cast: Cast, ruling: Ruling) -> AppealStep:
    """An appeal that two offices upheld."""
    made = appealed(cast, ruling)
    for place in (1, 2):
        decided(made, "upheld")
        appeal_further(by=cast.players[place], appeal=made, grounds="Not so.", at=MARCH)
    return waiting(made)


def refused(code: str, act: Callable[..., object], /, **said: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        act(**{"at": MARCH, **said})
    assert caught.value.code == code, caught.value
    return caught.value
