"""The Acting Executor's floor: the tables that they rule, those that call first, and the way to rule."""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.cast import MARCH, Cast, open_table
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play
from tests.tournaments.directing.test_floor import evening
from tournaments.calls.models import Call
from tournaments.calls.services.calls import call_executor
from tournaments.directing.selectors.floor import ruled_tables
from tournaments.executors.services.appointing import appoint_for_event
from tournaments.games.models import Game

pytestmark = pytest.mark.both_databases

RULED = "/events/spring-whoopie/ruled/"


def labels(cast: Cast, game: Game) -> list[str]:
    return [table.table.label for table in ruled_tables(game.event, cast.executor, at=MARCH)]


def test_tables_that_call_come_first_and_those_of_others_are_not_there(
    cast: Cast, sign_in: SignIn, settings: Settings
) -> None:
    event = evening(cast)
    first = drawn_table(cast, cast.players[:3], event=event)
    second = drawn_table(cast, cast.players[3:6], event=event)
    third = open_table(cast, event, cast.players[6:9])
    play(cast, first, 1, Random(1))
    assert labels(cast, first) == ["game 1", "game 2", "game 3"]
    call_executor(by=None, game=second, kind="score", about="Ten or twelve?", stanza=1, at=MARCH)
    Game.objects.filter(pk=third.pk).update(acting_executor=None)
    assert labels(cast, first) == ["game 2", "game 1"]
    executor = sign_in(cast.executor)
    shown = executor.get(RULED).content.decode()
    assert shown.index("Ten or twelve?") < shown.index('id="table-1"')
    assert "/events/spring-whoopie/games/2/rule/?call=" in shown
    assert 'id="table-3"' not in shown
    assert executor.get("/api/v1/events/spring-whoopie/ruled/").json()[0]["table"]["label"] == "game 2"
    assert RULED in executor.get("/executor/").content.decode()
    assert RULED in executor.get("/events/spring-whoopie/games/1/table/").content.decode()


@pytest.mark.once
def test_the_page_asks_at_most_fifteen_times(cast: Cast, sign_in: SignIn, settings: Settings) -> None:
    drawn_table(cast, cast.players[:3], event=evening(cast))
    settings.WAITING_COUNT_SECONDS = 3600
    executor = sign_in(cast.executor)
    executor.get(RULED)
    with CaptureQueriesContext(connection) as asked:
        executor.get(RULED)
    assert len(asked) <= 15


def test_a_call_is_answered_there_with_a_word_for_the_table(cast: Cast, sign_in: SignIn) -> None:
    game = drawn_table(cast, cast.players[:3], event=evening(cast))
    call = call_executor(by=None, game=game, kind="score", at=MARCH)
    executor = sign_in(cast.executor)
    act = f"/events/spring-whoopie/games/1/calls/{call.pk}/answer/"
    asked = executor.post(act, {"note": "Twelve.", "back": "ruled"}).content.decode()
    assert f'href="{RULED}"' in asked
    sure = {"note": "Twelve.", "back": "ruled", "sure": "yes"}
    assert executor.post(act, sure).headers["Location"] == RULED
    assert Call.objects.get().note == "Twelve."
    assert "No table needs you" in executor.get(RULED).content.decode()


def test_who_rules_nothing_there_is_told_who_may(cast: Cast, sign_in: SignIn) -> None:
    drawn_table(cast, cast.players[:3], event=evening(cast))
    for person in (cast.director, cast.managing, cast.players[0]):
        refused = sign_in(person).get(RULED)
        assert refused.status_code == 403
        assert "an Acting Executor of this event" in refused.content.decode()


def test_an_executor_of_the_event_has_the_page_before_anything_is_seated(cast: Cast, sign_in: SignIn) -> None:
    event = evening(cast)
    appoint_for_event(by=cast.managing, event=event, appointment=cast.executor_appointment, at=MARCH)
    assert "No table of yours is open yet" in sign_in(cast.executor).get(RULED).content.decode()


def test_everybody_finds_their_desk_from_the_event_and_back_from_a_table(cast: Cast, sign_in: SignIn) -> None:
    drawn_table(cast, cast.players[:3], event=evening(cast))
    event, desks = "/events/spring-whoopie/", (RULED, "executors/", "floor/")
    theirs = {cast.executor: {RULED}, cast.managing: {"executors/"}, cast.director: {"floor/"}}
    for person, expected in theirs.items():
        page = sign_in(person).get(event).content.decode()
        assert {desk for desk in desks if f'href="{event}{desk.removeprefix(event)}"' in page} == expected
    for person, desk in ((cast.executor, RULED), (cast.director, f"{event}floor/")):
        table = sign_in(person).get(f"{event}games/1/table/").content.decode()
        assert f'<li><a href="{desk}">' in table
        assert f'href="{event}games/1/draw/"' in table, "the draw is made again from the table"
