"""An event of Military Whist on its second day: one day counted and signed, the last counts coming in."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import partial
from typing import Final

from sanctioning.kit.clock import noon
from sanctioning.people.models.person import Person
from scoring.demo.authority.applications import sanctioned_event
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whist.slip_stacks import Typed, hand_in
from scoring.demo.whoopie.game_families import by_number
from tournaments.entries.services.check_in import check_in_all
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.services.slips import report_slip, sign_slip
from tournaments.teams.services.teams import enter_team

PLAYED: Final = dt.date(2026, 11, 19)
CLUB: Final = 0
SEED: Final = "1966"
TEAMS: Final = ("Weir", "Bridge Foot", "Market Place", "Micklethwaite", "Priest Hill", "Linton Road")
PLAN: Final = {"level": "open", "days": [[15, 15], [15]], "moves": "circle", "pattern": "sample"}
FIRST_DAY: Final = (15, 9, 13, 11, 14, 10)
SECOND_DAY: Final = (13, 12, 10, 14)
LETTERS: Final = "ABXY"
HOUR, MINUTE = dt.timedelta(hours=1), dt.timedelta(minutes=1)


def play_military_whist(authority: DemoAuthority) -> None:
    """Six tables over two evenings."""
    opens = noon(PLAYED, 18)
    director = authority.directors[CLUB]
    event = _event(authority, opens)
    people = by_number(authority)[-4 * len(TEAMS) :]
    for at, name in enumerate(TEAMS):
        players = dict(zip(LETTERS, people[4 * at :], strict=False))
        enter_team(by=director, event=event, name=name, players=players, at=opens - 240 * HOUR)
    entries = list(event.entries.all())
    check_in_all(by=director, event=event, entries=entries, requirements_met=True, at=opens - 20 * MINUTE)
    next_round = plan_round(by=director, event=event, planned=PLAN, mode="draw", seed=SEED, at=opens)
    [game] = confirm_round(by=director, round=next_round, at=opens)
    appoint_acting_executor(by=authority.managing, game=game, appointment=authority.executors[0], at=opens)
    second = people[0]
    reported = partial(hand_in, game, director, second)
    reported(_counted("d1-before", (12, 12, 12, 11, 12, 12)), opens + 10 * MINUTE)
    _count_again(game, director, second, opens + 15 * MINUTE)
    reported(_counted("d1-after", FIRST_DAY), opens + 4 * HOUR)
    reported(_counted("d2-before", (12,) * len(TEAMS)), opens + 24 * HOUR)
    reported(_counted("d2-after", SECOND_DAY), opens + 27 * HOUR, unsigned=("d2-after-3", "d2-after-4"))


def _event(authority: DemoAuthority, opens: dt.datetime) -> Event:
    return sanctioned_event(
        authority,
        CLUB,
        name="Wetherby Military Whist 2026",
        place="Town Hall, Wetherby",
        starts_at=opens,
        ends_at=opens + 76 * HOUR,
        format_slug="military-whist",
        at=opens - 700 * HOUR,
        paid=opens - 600 * HOUR,
    )


def _counted(when: str, flags: Sequence[int]) -> dict[str, Typed]:
    return {f"{when}-{table}": {"flags": held} for table, held in enumerate(flags, start=1)}


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
