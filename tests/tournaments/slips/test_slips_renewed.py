"""What stands above the slips renews itself: told cheaply that nothing is new, and at once what is."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.cast import MARCH, Cast
from tests.support.columbus import columbus_event, hand_in, seat
from tests.support.team_events import signed_in
from tournaments.calls.services.calls import call_executor
from tournaments.games.models import Game
from tournaments.teams.models.team import Team


def won_by(team: int) -> dict[str, Any]:
    """A game in one hand."""
    return {"hands": [{"bid": "5", "by": str(team), "books": 11}]}


class Floor:
    """The part of a director's page, asked again as the page itself asks."""

    def __init__(self, client: Client, path: str) -> None:
        self.client = client
        self.show(client.get(path).content)

    def show(self, page: bytes) -> None:
        self.text = page.decode()
        [self.address] = re.findall(r'hx-get="([^"]+)"', self.text)
        [headers] = re.findall(r"hx-headers='([^']+)'", self.text)
        self.headers = {"HX-Request": "true", **json.loads(headers)}

    def ask(self) -> int:
        answer = self.client.get(self.address, headers=self.headers)
        if answer.status_code == 200:
            self.show(answer.content)
        return int(answer.status_code)


@pytest.fixture
def teams(cast: Cast) -> list[Team]:
    return columbus_event(cast, 4)[1]


@pytest.fixture
def game(cast: Cast, teams: list[Team]) -> Game:
    return seat(cast, teams[0].event, teams, [(1, 2), (3, 4)])


def test_the_floor_is_new_only_when_something_came(cast: Cast, teams: list[Team], game: Game) -> None:
    floor = Floor(signed_in(cast.director), f"/events/{game.event.slug}/slips/")
    assert '<ul class="slips">' in floor.text
    notice = '<div id="older" class="no-print" role="status" hx-swap-oob="innerHTML">'
    assert f"{notice}</div>" in floor.text, "there before it says anything, so that it is read out"
    with CaptureQueriesContext(connection) as queries:
        assert floor.ask() == 304
    assert len(queries) <= 16
    hand_in(game, "g1-t1", teams[:2], won_by(1))
    assert floor.ask() == 200
    assert "1&nbsp;is still to come." in floor.text
    assert f'{notice}<p class="notice">The list below is out of date' in floor.text
    assert '<ul class="slips">' not in floor.text
    assert floor.ask() == 304
    call_executor(by=cast.players[4], game=game, kind="other", about="A card too many", at=MARCH)
    assert floor.ask() == 200
    assert "A card too many" in floor.text
    hand_in(game, "g1-t2", teams[2:], won_by(3))
    seat(cast, game.event, teams, [(1, 3), (2, 4)])
    assert floor.ask() == 200
    assert "Game 2 of 6" in floor.text
    floor.show(floor.client.get(f"/events/{game.event.slug}/slips/").content)
    assert "The list below is out of date" not in floor.text
    assert floor.ask() == 304
