"""Lists ask the database as often with three rows as with thirty."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sanctioning.services.clubs import approve_club, register_club
from sanctioning.services.people import register_person
from tests.cast import JANUARY, Cast, certified, sanctioned_event


def queries(path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(path).status_code == 200
    return len(captured)


def more_people(cast: Cast, count: int) -> None:
    for number in range(count):
        register_person(
            by=cast.registrar,
            given_names="New",
            family_name=f"Comer{number}",
            home_club=cast.club,
            at=JANUARY,
        )


def more_clubs(cast: Cast, count: int) -> None:
    for number in range(count):
        club = register_club(by=cast.managing, name=f"Club {number} {count}", place="Elsewhere", at=JANUARY)
        approve_club(by=cast.managing, club=club, at=JANUARY)


def more_games(cast: Cast, count: int) -> None:
    event = sanctioned_event(cast, name=f"Event {count}")
    for _ in range(count):
        certified(cast, event, cast.players[:4])


@pytest.mark.parametrize(
    ("paths", "more"),
    [
        (["/players/"], more_people),
        (["/clubs/"], more_clubs),
        (["/results/", "/calendar/", "/clubs/arden-whoopie-club/", "/players/{player}/"], more_games),
    ],
)
def test_queries_do_not_grow_with_rows(
    cast: Cast, paths: list[str], more: Callable[[Cast, int], None]
) -> None:
    addresses = [path.format(player=cast.players[0].number) for path in paths]
    more(cast, 3)
    few = [queries(path) for path in addresses]
    more(cast, 27)
    assert [queries(path) for path in addresses] == few


def test_an_event_asks_the_same_with_three_games_and_with_thirty(cast: Cast) -> None:
    more_games(cast, 3)
    more_games(cast, 30)
    assert queries("/events/event-3/") == queries("/events/event-30/")
