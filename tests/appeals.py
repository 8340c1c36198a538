"""What appeals need beside the cast: higher executors, the College, and a ruling to appeal."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sanctioning.models import Appointment, Office
from sanctioning.services.offices import appoint
from sanctioning.services.people import register_person
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast, account
from tournaments.models import Game, Ruling
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
