"""Lists ask the database as often with three rows as with thirty."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.cast import Cast, certified, sanctioned_event
from tests.pages.conftest import SignIn


def queries(path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(path).status_code == 200
    return len(captured)


def more_games(cast: Cast, count: int) -> None:
    event = sanctioned_event(cast, name=f"Event {count}")
    for _ in range(count):
        certified(cast, event, cast.players[:4])


def test_queries_do_not_grow_with_games(cast: Cast) -> None:
    addresses = ["/calendar/", "/clubs/arden-whoopie-club/", f"/players/{cast.players[0].number}/"]
    more_games(cast, 3)
    few = [queries(path) for path in addresses]
    more_games(cast, 27)
    assert [queries(path) for path in addresses] == few


def test_an_event_asks_the_same_with_three_games_and_with_thirty(cast: Cast) -> None:
    more_games(cast, 3)
    more_games(cast, 30)
    assert queries("/events/event-3/") == queries("/events/event-30/")


@pytest.mark.once
def test_a_page_asks_once_who_reads_it(cast: Cast, sign_in: SignIn) -> None:
    with CaptureQueriesContext(connection) as captured:
        assert sign_in(cast.director).get("/me/messages/").context["waiting_count"] == 0
    of_account = [query for query in captured if '"sanctioning_person"."account_id" = ' in query["sql"]]
    assert len(of_account) == 1
