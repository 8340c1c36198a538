"""Standings, slips and floor of every game of teams ask the database as often for many tables as for few."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import MARCH, Cast
from tests.support.columbus import PLAN as COLUMBUS
from tests.support.columbus import RULESET as FIRST_CLUB
from tests.support.team_events import teams_at_once
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.formats.display.registry import FLOORS
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.event_folders import folder_of
from tournaments.slips.selectors.slips import slip_list
from tournaments.slips.selectors.team_boards import team_board
from tournaments.slips.services.slips import report_slip

MILITARY = {"level": "open", "days": [[3]], "moves": "circle", "pattern": "sample"}
GAMES = [
    ("columbus-whist", FIRST_CLUB, COLUMBUS, "g1-t1"),
    ("military-whist", "alberta-55-plus", MILITARY, "d1-before-1"),
]


def asked(cast: Cast, game: Game) -> dict[str, int]:
    """How often each page asks the database."""
    floor = FLOORS.get(game.event.format)
    assert floor is not None
    pages: dict[str, Callable[[], Any]] = {
        "folder": lambda: folder_of(game),
        "standings": lambda: team_board(folder_of(game)),
        "slips": lambda: slip_list(game, cast.director),
        "floor": lambda: floor.read(folder_of(game), True),
    }
    statements = {}
    for name, page in pages.items():
        with CaptureQueriesContext(connection) as queries:
            page()
        statements[name] = len(queries)
    return statements


@pytest.mark.parametrize(("slug", "ruleset", "planned", "place"), GAMES, ids=lambda value: str(value)[:14])
def test_many_tables_ask_as_often_as_few(
    cast: Cast, slug: str, ruleset: str, planned: dict[str, Any], place: str
) -> None:
    counted = []
    for teams, at in ((4, MARCH), (40, MARCH + dt.timedelta(days=2))):
        event = teams_at_once(cast, slug, ruleset, teams, at)
        new_round = plan_round(by=cast.director, event=event, planned=planned, at=at)
        [game] = confirm_round(by=cast.director, round=new_round, at=at)
        appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=at)
        folder = folder_of(game)
        typed: dict[str, Any] = {"flags": "12"}
        if place.startswith("g"):
            bid_by = folder.head.rounds[0][0][0]
            typed = {"hands": [{"bid": "5", "by": str(bid_by), "books": 11}]}
        report_slip(
            by=cast.director, game=game, place=place, typed=typed, idempotency_key=f"{place}-{teams}", at=at
        )
        game = Game.objects.select_related("sheet", "event").get(pk=game.pk)
        assert len(team_board(folder_of(game)).lines) == teams
        counted.append(asked(cast, game))
    assert counted[0] == counted[1]
