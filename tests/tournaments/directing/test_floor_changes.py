"""An open floor is sent what it does not have, and no more."""

from __future__ import annotations

import datetime as dt
import re
from random import Random

import pytest
from django.test import Client

from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.scoring.results.test_live_pages import many_tables
from tests.support.play import drawn_table, play
from tournaments.calls.services.calls import call_executor
from tournaments.directing.views.floor_pieces import HAS
from tournaments.games.models import Game
from tournaments.games.services.games import open_game

FLOOR = "/events/spring-whoopie/floor/"
PART = {"HX-Request": "true", "HX-Target": "floor"}
TABLES = 400
MOST_BYTES = 12_000
LEAST_WHOLE = 500_000


@pytest.fixture
def game(cast: Cast) -> Game:
    game = drawn_table(cast, cast.players[:4])
    play(cast, game, 1, Random(1))
    return game


@pytest.fixture
def director(cast: Cast, game: Game, sign_in: SignIn) -> Client:
    return sign_in(cast.director)


class OpenFloor:
    """What a page of the floor holds, and how its script asks for what it lacks."""

    def __init__(self, director: Client) -> None:
        self.director = director
        self.whole = director.get(FLOOR, headers=PART).content.decode()
        self.has = self._order(self.whole) + "".join(re.findall(r'data-stamp="(\w+)"', self.whole))

    @staticmethod
    def _order(html: str) -> str:
        [order] = re.findall(r'data-tables="(\w+)"', html)
        return str(order)

    def lacks(self) -> str:
        answer = self.director.get(FLOOR, headers={**PART, HAS: self.has})
        assert answer.status_code == 200
        assert answer.headers.get("HX-Reswap", "") == (
            "none" if "hx-swap-oob" in answer.content.decode() else ""
        )
        return answer.content.decode()


def tables_in(html: str) -> list[str]:
    return re.findall(r'id="table-(\w+)"', html)


def test_a_floor_of_four_hundred_tables_is_sent_the_one_that_changed(
    cast: Cast, game: Game, director: Client
) -> None:
    many_tables(cast, game.event, TABLES - 1)
    page = OpenFloor(director)
    assert len(tables_in(page.whole)) == TABLES
    assert len(page.whole.encode()) > LEAST_WHOLE
    assert len(page.has) < 8000, "a web server takes no longer header"
    play(cast, game, 1, Random(2))
    lacking = page.lacks()
    assert tables_in(lacking) == ["1"]
    assert len(lacking.encode()) < MOST_BYTES


def test_nothing_is_sent_twice_and_a_need_comes_with_the_list_of_those_who_need(
    cast: Cast, game: Game, director: Client
) -> None:
    many_tables(cast, game.event, 2)
    page = OpenFloor(director)
    assert tables_in(page.lacks()) == []
    call_executor(by=cast.director, game=game, kind="score", about="One card too many?")
    lacking = page.lacks()
    assert tables_in(lacking) == ["1"]
    assert 'id="floor-head"' in lacking
    assert 'id="floor-free"' not in lacking
    assert lacking.count("hx-swap-oob") == 4, (
        "the table, the head, the list before closing, what the page has"
    )


def test_where_tables_came_or_the_reader_chose_another_language_the_whole_floor_is_sent(
    cast: Cast, game: Game, director: Client
) -> None:
    page = OpenFloor(director)
    open_game(by=cast.director, event=game.event, planned={"stanzas": 9})
    assert tables_in(page.lacks()) == ["1", "2"]
    assert 'id="floor"' in page.lacks()
    page = OpenFloor(director)
    director.cookies["django_language"] = "de"
    assert 'id="floor"' in page.lacks()


def test_a_table_as_it_was_kept_has_the_minutes_of_now(
    cast: Cast, game: Game, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    for minutes in (3, 7):
        monkeypatch.setattr(
            "tournaments.directing.selectors.floor.moment",
            lambda at, m=minutes: MARCH + dt.timedelta(minutes=m),
        )
        page = director.get(FLOOR).content.decode()
        shown += re.findall(r'data-since="\d+">(\d+)</span>', page)
    assert shown == ["3", "7"]
