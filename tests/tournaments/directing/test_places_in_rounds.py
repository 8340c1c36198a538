"""From the second round on, people read the table of its round where they look for it, not the game."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from sanctioning.kit.waiting.registry import holder_of, waiting_for
from scoring.results.selectors.live import projected
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.refusals import refused
from tests.tournaments.directing.test_beginning_rounds import seated
from tournaments.calls.services.calls import call_executor
from tournaments.directing.selectors.next_steps import next_steps
from tournaments.directing.services.beginning_rounds import begin_round
from tournaments.directing.services.undoing_moves import put_back, sat_at
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import games_of
from tournaments.executors.services.appointing import appoint_for_event
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import plan_round
from tournaments.tables.services.table_links import make_link, secret_of

pytestmark = pytest.mark.both_databases

FLOOR = "/events/spring-whoopie/floor/"


@pytest.fixture
def second(cast: Cast) -> Game:
    """Game 4, table 2 of the second round; the first round is over."""
    event, first = seated(cast)
    appoint_for_event(by=cast.managing, event=event, appointment=cast.executor_appointment, at=MARCH)
    begin_round(by=cast.director, round=first, tell=False, at=MARCH)
    event.games.update(state=Game.State.CONFIRMED)
    later = MARCH + dt.timedelta(hours=1)
    round = plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=4, at=later)
    begin_round(by=cast.director, round=round, link=False, tell=False, why="The next round.", at=later)
    return Game.objects.select_related("round", "event").get(event=event, number=4)


def test_the_floor_says_where_a_player_sits_and_is_moved(cast: Cast, sign_in: SignIn, second: Game) -> None:
    person = second.players.order_by("seat")[0].person
    director = sign_in(cast.director)
    panel = " ".join(director.get(f"{FLOOR}?player={person.number}").content.decode().split())
    assert "sits at table 2 (round 2)" in panel
    assert "The Acting Executor rules on anyone who walks out in the middle of a stanza." in panel
    asked = {"player": person.number, "game": "3"}
    moved = director.post(f"{FLOOR}place/", asked, follow=True).content.decode()
    assert "now sits at table 1 (round 2)." in moved


def test_the_table_its_pad_and_its_calls_are_named_as_on_the_card(
    cast: Cast, sign_in: SignIn, second: Game
) -> None:
    director = sign_in(cast.director)
    assert (
        "<h1>Table 2 (round 2)</h1>" in director.get("/events/spring-whoopie/games/4/table/").content.decode()
    )
    link = make_link(by=cast.director, game=second)
    assert "</span>Table 2 (round 2)</h1>" in Client().get(f"/pad/{secret_of(link)}/").content.decode()
    call_executor(by=None, game=second, kind="conduct")
    calls = next(waits for waits in waiting_for(holder_of(cast.executor)) if waits.kind == "calls")
    assert [line.name for line in calls.lines] == ["Spring Whoopie, table 2 (round 2)"]


def test_a_finished_round_leaves_the_projector_when_the_next_is_under_way(second: Game) -> None:
    shown = projected("spring-whoopie")
    assert shown is not None
    assert [table.number for table in shown.board.tables] == [1, 2, 3, 4]
    assert [table.number for table in shown.board.tables_now] == [3, 4]
    screen = Client().get("/events/spring-whoopie/projector/").content.decode()
    assert "Table 2 (round 2)" in screen
    assert "(round 1)" not in screen
    Game.objects.filter(event=second.event, number=2).update(state=Game.State.PLAYING)
    shown = projected("spring-whoopie")
    assert shown is not None
    assert [table.number for table in shown.board.tables_now] == [2, 3, 4]


def test_the_next_steps_name_a_table_by_its_place(second: Game) -> None:
    event = Event.objects.select_related("sanction").get(pk=second.event_id)
    event.games.exclude(pk=second.pk).update(state=Game.State.CERTIFIED)
    [drawn] = next_steps(event, games_of(event))
    assert drawn.link == "Go to table 2 (round 2)"
    assert drawn.sentence.startswith("Table 2 (round 2) is being played:")
    event.games.filter(pk=second.pk).update(opening_draw=[], scorekeeper=None, first_dealer=None)
    [undrawn] = next_steps(event, games_of(event))
    assert undrawn.link == "Draw the cards of table 2 (round 2)"


def test_what_is_too_late_to_undo_on_the_floor_names_the_table(cast: Cast, second: Game) -> None:
    person = second.players.order_by("seat")[0].person
    was = sat_at(second.event, person)
    Game.objects.filter(pk=second.pk).update(state=Game.State.REPORTED)
    late = refused(
        "too-late-to-undo", put_back, by=cast.director, event=second.event, person=person, was=was, now=was
    )
    assert late.sentence.startswith("Table 2 (round 2) is over")
