"""What the pages of whist show as play goes on: the play-off, the rounds, and a result that was corrected."""

from __future__ import annotations

import json
from html import unescape

import pytest
from django.test import Client

from scoring.results.services.corrections import correct_result
from tests.cast import MARCH, Cast
from tests.support.team_events import close_and_certify, enter_teams, seat_in_order, signed_in, team_event
from tournaments.games.models import Game
from tournaments.slips.services.slips import Reported, close_event, report_slips, sign_slips

PLAN = {"level": "open", "days": [[2, 2]], "moves": "circle", "pattern": "sample"}


@pytest.fixture
def game(cast: Cast) -> Game:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    return seat_in_order(cast, event, enter_teams(cast, event, 3), PLAN)


def counted(cast: Cast, game: Game, **flags: tuple[int, int, int]) -> None:
    """The counts of the tables at these moments, handed in and signed."""
    stack = [
        Reported(place=f"d1-{when}-{table}", typed={"flags": held}, idempotency_key=f"{when}-{table}")
        for when, held_there in flags.items()
        for table, held in enumerate(held_there, start=1)
    ]
    slips = report_slips(by=cast.director, game=game, reported=stack, at=MARCH)
    sign_slips(by=cast.players[0], slips=slips, at=MARCH)


def shown(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_each_version_of_a_result_lists_its_teams_with_the_columns_of_the_game(
    cast: Cast, game: Game
) -> None:
    counted(cast, game, before=(12, 12, 12), after=(14, 12, 10))
    close_and_certify(cast, game)
    record = json.loads(bytes(game.reports.get(current=True).record))
    record["days"][0]["after"] = record["totals"] = [10, 12, 14]
    record["ranking"] = [[1, 3], [2, 2], [3, 1]]
    correct_result(
        by=cast.managing,
        game=game,
        data=json.dumps(record).encode(),
        ruling="Ruling 1",
        why="Two counts were exchanged.",
        idempotency_key="order",
        at=MARCH,
    )
    address = f"/events/{game.event.slug}/games/1/"
    first, second, present = (shown(f"{address}{part}") for part in ("versions/1/", "versions/2/", ""))
    for page in (first, second, present):
        table = page[page.index("Standings of the teams") :]
        assert '<th scope="col" class="n">Day 1</th><th scope="col" class="n">Flags</th>' in table
        assert '<th scope="col" class="n">Score</th>' not in table
        assert f'href="/players/{cast.players[0].number}/"' in table
    assert first.index("<b>Team 1</b>") < first.index("<b>Team 3</b>")
    for page in (second, present):
        top = page[page.index("<b>Team 3</b>") : page.index("<b>Team 2</b>")]
        assert top.count('">14</td>') == 2, "the day and the flags, as they were corrected"


def test_slips_of_the_play_off_are_offered_while_one_is_to_be_played(cast: Cast, game: Game) -> None:
    page, paper = f"/events/{game.event.slug}/slips/", "/papers/play-off.pdf"
    director = signed_in(cast.director)
    counted(cast, game, before=(12, 12, 12))
    assert paper not in shown(page, director)
    counted(cast, game, after=(13, 10, 13))
    assert paper in shown(page, director)


def test_a_round_is_open_until_the_event_is_reported(cast: Cast, game: Game) -> None:
    rounds = f"/events/{game.event.slug}/rounds/"
    counted(cast, game, before=(12, 12, 12), after=(14, 12, 10))
    assert '<span class="badge ">open</span>' in shown(rounds)
    close_event(by=cast.director, game=game, at=MARCH)
    page = shown(rounds)
    assert ">open</span>" not in page
    assert '<span class="badge good">played</span>' in page
