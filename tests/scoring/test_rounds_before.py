"""A round is seated while slips of the one before are missing: the rounds say how many, page and API."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.cast import MARCH, Cast
from tests.support.bid_whist import many_teams
from tests.support.columbus import columbus_event, hand_in, seat
from tests.support.team_events import signed_in
from tournaments.models import Event, Game
from tournaments.plans import plan_of
from tournaments.selectors.rounds import rounds_of
from tournaments.services.rounds import confirm_round, plan_round

pytestmark = pytest.mark.once

MAIN = {"tournament": "main-event"}
WON = {"hands": [{"bid": "5", "by": "1", "books": 11}]}
NOTICE = "The round before is not over"


def drawn(cast: Cast, event: Event, at: dt.datetime = MARCH) -> Game:
    planned = plan_of(event) or MAIN
    made = plan_round(by=cast.director, event=event, planned=planned, at=at)
    [game] = confirm_round(by=cast.director, round=made, at=at)
    return game


def shown(client: Client, event: Event) -> str:
    return " ".join(client.get(f"/events/{event.slug}/rounds/").content.decode().split())


def missing(event: Event) -> dict[int, int]:
    return {one.number: one.missing for one in rounds_of(event)}


def test_the_next_round_of_bid_whist_warns_of_sheets_that_are_missing(cast: Cast) -> None:
    """B-37: teams move after the round is over."""
    event = many_teams(cast, 8)
    director, anybody = signed_in(cast.director), Client()
    assert NOTICE not in shown(director, event)
    game = drawn(cast, event)
    assert missing(event) == {1: 4}
    page = shown(director, event)
    assert NOTICE in page
    assert "Round 1: 4&nbsp;slips are not handed in yet." in page
    assert f'href="/events/{event.slug}/slips/"' in page
    assert NOTICE not in shown(anybody, event)
    made = plan_round(by=cast.director, event=event, planned=plan_of(event), at=MARCH)
    assert "Round 1: 4&nbsp;slips are not handed in yet." in shown(director, event)
    confirm_round(by=cast.director, round=made, at=MARCH)
    assert missing(event) == {1: 4, 2: 4}
    answer = director.get(f"/api/events/{event.slug}/rounds/").json()
    assert [one["missing"] for one in answer] == [4, 4]
    assert game.state in Game.RUNNING


def test_a_round_of_columbus_whist_warns_until_each_sheet_is_there(cast: Cast) -> None:
    event, teams = columbus_event(cast, 4)
    game = seat(cast, event, teams, [(1, 2), (3, 4)])
    director = signed_in(cast.director)
    hand_in(game, "g1-t1", teams[:2], WON)
    assert missing(event) == {1: 1}
    assert "Round 1: 1&nbsp;slip is not handed in yet." in shown(director, event)
    hand_in(game, "g1-t2", teams[2:], {"hands": [{"bid": "5", "by": "3", "books": 11}]})
    assert missing(event) == {1: 0}
    assert NOTICE not in shown(director, event)


def test_the_rounds_ask_as_often_of_many_sheets_as_of_few(cast: Cast) -> None:
    counted = []
    for count, at in ((4, MARCH), (16, MARCH + dt.timedelta(days=2))):
        event = many_teams(cast, count, at)
        drawn(cast, event, at)
        with CaptureQueriesContext(connection) as queries:
            assert missing(event) == {1: count // 2}
        counted.append(len(queries))
    assert counted[0] == counted[1]
