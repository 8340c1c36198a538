"""An event of Military Whist on its second day: one day counted and signed, the last counts coming in."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from sanctioning.clock import noon
from sanctioning.models import Person
from scoring.demo.applications import sanction_paid
from scoring.demo.families import by_number
from scoring.demo.institution import Institution
from scoring.models import Slip
from scoring.services.slips import report_slip, sign_slip
from tournaments.models import Event, Game
from tournaments.services.events import apply_for_sanction, register_event
from tournaments.services.executors import appoint_acting_executor
from tournaments.services.rounds import confirm_round, plan_round
from tournaments.services.teams import check_in_team, enter_team

PLAYED: Final = dt.date(2026, 11, 19)
CLUB: Final = 0
SEED: Final = "1966"
TEAMS: Final = ("Weir", "Bridge Foot", "Market Place", "Micklethwaite", "Priest Hill", "Linton Road")
PLAN: Final = {"level": "open", "days": [[15, 15], [15]], "moves": "circle", "pattern": "sample"}
FIRST_DAY: Final = (15, 9, 13, 11, 14, 10)
SECOND_DAY: Final = (13, 12, 10, 14)
LETTERS: Final = "ABXY"
HOUR, MINUTE = dt.timedelta(hours=1), dt.timedelta(minutes=1)


def play_military_whist(house: Institution) -> None:
    """Six tables over two evenings."""
    opens = noon(PLAYED, 18)
    director = house.directors[CLUB]
    event = _event(house, director, opens)
    people = by_number(house)[-4 * len(TEAMS) :]
    for at, name in enumerate(TEAMS):
        players = dict(zip(LETTERS, people[4 * at :], strict=False))
        team = enter_team(by=director, event=event, name=name, players=players, at=opens - 240 * HOUR)
        check_in_team(by=director, team=team, at=opens - 20 * MINUTE)
    made = plan_round(by=director, event=event, planned=PLAN, mode="draw", seed=SEED, at=opens)
    [game] = confirm_round(by=director, round=made, at=opens)
    appoint_acting_executor(by=house.managing, game=game, appointment=house.executors[0], at=opens)
    second = people[0]
    _count(game, director, second, "d1-before", (12, 12, 12, 11, 12, 12), opens + 10 * MINUTE)
    _count_again(game, director, second, opens + 15 * MINUTE)
    _count(game, director, second, "d1-after", FIRST_DAY, opens + 4 * HOUR)
    _count(game, director, second, "d2-before", (12,) * len(TEAMS), opens + 24 * HOUR)
    _count(game, director, second, "d2-after", SECOND_DAY, opens + 27 * HOUR, signed=2)


def _event(house: Institution, director: Person, opens: dt.datetime) -> Event:
    event = register_event(
        by=director,
        club=house.clubs[CLUB],
        name="Wetherby Military Whist 2026",
        place="Town Hall, Wetherby",
        starts_at=opens,
        ends_at=opens + 76 * HOUR,
        time_zone="Europe/London",
        format_slug="military-whist",
        at=opens - 700 * HOUR,
    )
    sanction = apply_for_sanction(
        by=director,
        event=event,
        level=house.levels["open"],
        event_type=house.types["tournament"],
        at=opens - 700 * HOUR,
    )
    sanction_paid(house, sanction, opens - 600 * HOUR)
    return Event.objects.get(pk=event.pk)


def _count(
    game: Game,
    by: Person,
    second: Person,
    when: str,
    flags: Sequence[int],
    at: dt.datetime,
    signed: int = len(TEAMS),
) -> None:
    """What each table counted, table after table; the first `signed` of them signed."""
    for table, held in enumerate(flags, start=1):
        slip = _report(game, by, f"{when}-{table}", held, at + table * MINUTE)
        if table <= signed:
            sign_slip(by=second, slip=slip, at=at + 20 * MINUTE)


def _count_again(game: Game, by: Person, second: Person, at: dt.datetime) -> None:
    """The eleven of the fourth table were twelve."""
    slip = report_slip(
        by=by,
        game=game,
        place="d1-before-4",
        typed={"flags": 12},
        idempotency_key=f"demo/{game.pk}/d1-before-4/2",
        replaces=1,
        reason="One had fallen under the table.",
        at=at,
    )
    sign_slip(by=second, slip=slip, at=at + MINUTE)


def _report(game: Game, by: Person, place: str, flags: int, at: dt.datetime) -> Slip:
    return report_slip(
        by=by,
        game=game,
        place=place,
        typed={"flags": flags},
        idempotency_key=f"demo/{game.pk}/{place}",
        at=at,
    )
