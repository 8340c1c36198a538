"""A round waits for the slips of the one before, and is taken back before its first: pages, API and services
of the whist games."""

from __future__ import annotations

import datetime as dt
from functools import partial

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.cast import MARCH, Cast
from tests.support.bid_whist import many_teams
from tests.support.columbus import columbus_event, hand_in, seat
from tests.support.refusals import refusal_of
from tests.support.team_events import signed_in, teams_at_once
from tournaments.entries.selectors.teams import is_seated
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.games.plans import plan_of
from tournaments.rounds.selectors.rounds import rounds_of
from tournaments.rounds.services.games_of_round import take_back_round
from tournaments.rounds.services.rounds import confirm_round, discard_round, plan_round
from tournaments.slips.event_folders import folder_of
from tournaments.slips.services.slips import report_slip

MAIN = {"tournament": "main-event"}
WON = {"hands": [{"bid": "5", "by": "1", "books": 11}]}
NOTICE = "The round before is not over"


def drawn(cast: Cast, event: Event, at: dt.datetime = MARCH) -> Game:
    planned = plan_of(event) or MAIN
    new_round = plan_round(by=cast.director, event=event, planned=planned, at=at)
    [game] = confirm_round(by=cast.director, round=new_round, at=at)
    return game


def shown(client: Client, event: Event) -> str:
    return " ".join(client.get(f"/events/{event.slug}/rounds/").content.decode().split())


def missing(event: Event) -> dict[int, int]:
    return {listed.number: listed.missing for listed in rounds_of(event)}


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
    new_round = plan_round(by=cast.director, event=event, planned=plan_of(event), at=MARCH)
    assert "Round 1: 4&nbsp;slips are not handed in yet." in shown(director, event)
    act = f"/events/{event.slug}/rounds/{new_round.pk}/confirm/"
    refused = director.post(act)
    assert refused.status_code == 409
    assert "Round 1 is not over: 4 slips are not handed in." in refused.content.decode()
    assert "Why it begins anyway" in refused.content.decode()
    assert director.post(f"/api/v1{act}", {}, "application/json").json()["code"] == "round-before"
    assert director.post(act, {"why": "The sheets are typed in tonight."}).status_code == 302
    assert missing(event) == {1: 4, 2: 4}
    answer = director.get(f"/api/v1/events/{event.slug}/rounds/").json()
    assert [listed["missing"] for listed in answer] == [4, 4]
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


def test_a_round_of_whist_is_taken_back_until_its_first_slip(cast: Cast) -> None:
    event = many_teams(cast, 8)
    director = signed_in(cast.director)
    game = drawn(cast, event)
    first = event.rounds.get()
    act = f"/events/{event.slug}/rounds/{first.pk}/take-back/"
    assert "Take it back" in shown(director, event)
    assert "Take it back" not in shown(Client(), event)
    assert director.post(act, {"why": ""}).status_code == 422
    assert director.post(act, {"why": "The doors are still open."}).status_code == 302
    assert not game.players.exists()
    assert plan_of(event) == {}
    assert not is_seated(event.teams.get(number=1))
    [again] = confirm_round(by=cast.director, round=event.rounds.get(), at=MARCH)
    assert (again.pk, again.players.count()) == (game.pk, 16)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    for table in range(1, 5):
        report_slip(
            by=cast.director,
            game=game,
            place=f"r1-t{table}",
            typed={"forfeit": "both"},
            idempotency_key=f"{table}",
            at=MARCH,
        )
    back = partial(take_back_round, by=cast.director, why="Too early.", at=MARCH)
    assert refusal_of(partial(back, round=first)).code == "round-begun"
    assert "Take it back" not in shown(director, event)
    late = plan_round(by=cast.director, event=event, planned=plan_of(event), at=MARCH)
    confirm_round(by=cast.director, round=late, at=MARCH)
    assert refusal_of(partial(back, round=first)).code == "round-after"
    answer = director.post(
        f"/api/v1/events/{event.slug}/rounds/{late.pk}/take-back/", {"why": "Too early."}, "application/json"
    )
    assert [(listed["state"], listed["last"]) for listed in answer.json()] == [
        ("preview", False),
        ("open", False),
    ]
    assert "Take it back" not in shown(director, event)
    assert game.players.count() == 16


def test_the_one_seating_of_military_whist_is_taken_back_until_its_first_slip(cast: Cast) -> None:
    event = teams_at_once(cast, "military-whist", "alberta-55-plus", 4)
    plan = {"level": "open", "days": [[2, 2]], "moves": "circle", "pattern": "sample"}
    new_round = plan_round(by=cast.director, event=event, planned=plan, at=MARCH)
    [game] = confirm_round(by=cast.director, round=new_round, at=MARCH)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    back = partial(take_back_round, by=cast.director, round=new_round, why="A team has come.", at=MARCH)
    back()
    assert not game.players.exists()
    discard_round(by=cast.director, round=event.rounds.get(), why="Another plan.", at=MARCH)
    seated = plan_round(by=cast.director, event=event, planned={**plan, "days": [[3]]}, at=MARCH)
    [again] = confirm_round(by=cast.director, round=seated, at=MARCH)
    assert (again.pk, again.planned["days"]) == (game.pk, [[3]])
    place = next(iter(folder_of(again).due))
    typed = {field.name: field.least or 0 for field in folder_of(again).due[place].fields}
    report_slip(by=cast.director, game=again, place=place, typed=typed, idempotency_key="1", at=MARCH)
    assert refusal_of(partial(back, round=seated)).code == "round-begun"
