"""Who came or went at a table is taken back where it was written down: exactly, once, and until a stanza."""

from __future__ import annotations

import datetime as dt
import re
from random import Random

import pytest

from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play, table
from tests.support.refusals import refused
from tests.tournaments.tables.test_pads import holder
from tournaments.games.models import Game
from tournaments.tables.models.stay import Stay, Waiting
from tournaments.tables.services.seating import get_up, sit_down, wait_at_table
from tournaments.tables.services.table_links import make_link, secret_of
from tournaments.tables.services.undoing import undo_step

pytestmark = pytest.mark.both_databases

PAGE = "/events/spring-whoopie/games/1/table/"
UNDO = f"{PAGE}undo/"


@pytest.fixture
def game(cast: Cast) -> Game:
    game = drawn_table(cast, cast.players[:5])
    play(cast, game, 2, Random(1))
    return game


def sitting(cast: Cast, game: Game) -> list[str]:
    return [seat.player for seat in table(cast, game).seated]


def undo(cast: Cast, game: Game, person: Person, step: str, **more: bool) -> None:
    undo_step(by=cast.director, game=game, person=person, step=step, stanzas=2, at=MARCH, **more)


def test_who_left_sits_in_the_same_seat_again_also_where_two_take_it_back(cast: Cast, game: Game) -> None:
    before, stays = sitting(cast, game), Stay.objects.count()
    get_up(by=cast.director, game=game, person=cast.players[2], at=MARCH)
    assert len(sitting(cast, game)) == 4
    for _ in range(2):
        undo(cast, game, cast.players[2], "leave")
    assert sitting(cast, game) == before
    assert Stay.objects.count() == stays
    play(cast, game, 1, Random(2))


def test_who_sat_down_never_did_and_waits_again_where_they_waited(cast: Cast, game: Game) -> None:
    before, newcomer = sitting(cast, game), cast.players[6]
    wait_at_table(by=cast.director, game=game, person=newcomer, at=MARCH)
    sit_down(by=cast.director, game=game, person=newcomer, left_of=before[1], at=MARCH)
    assert sitting(cast, game)[2] == newcomer.number
    undo(cast, game, newcomer, "sit", waited=True)
    assert sitting(cast, game) == before
    assert Waiting.objects.get(ended_at__isnull=True).person == newcomer
    undo(cast, game, newcomer, "wait")
    assert not Waiting.objects.filter(ended_at__isnull=True).exists()
    undo(cast, game, newcomer, "stop-waiting")
    assert Waiting.objects.get(ended_at__isnull=True).person == newcomer


def test_after_a_stanza_nothing_is_taken_back_and_the_refusal_says_who_can(cast: Cast, game: Game) -> None:
    get_up(by=cast.director, game=game, person=cast.players[2], at=MARCH)
    play(cast, game, 1, Random(2))
    late = refused(
        "too-late-to-undo",
        undo_step,
        by=cast.director,
        game=game,
        person=cast.players[2],
        step="leave",
        stanzas=2,
        at=MARCH,
    )
    assert late.sentence == "A stanza has been played at Game 1 since."
    assert "the Acting Executor rules" in late.remedy
    Game.objects.filter(pk=game.pk).update(state=Game.State.REPORTED)
    over = refused(
        "too-late-to-undo",
        undo_step,
        by=cast.director,
        game=game,
        person=cast.players[2],
        step="leave",
        stanzas=3,
    )
    assert over.sentence == "Game 1 is no longer being played."


def test_strangers_take_nothing_back_and_no_step_is_made_up(cast: Cast, game: Game) -> None:
    person = cast.players[2]
    refused("not-allowed", undo_step, by=cast.outsider, game=game, person=person, step="leave", stanzas=2)
    refused("step-unknown", undo_step, by=cast.director, game=game, person=person, step="close", stanzas=2)


def test_the_page_offers_the_undo_until_the_next_stanza(cast: Cast, game: Game, sign_in: SignIn) -> None:
    director, before = sign_in(cast.director), sitting(cast, game)
    left = {"player": cast.players[2].number}
    director.post(f"{PAGE}leave/", left)
    shown = director.get(PAGE).content.decode()
    assert "C Cedar leaves the table." in shown
    back = {**left, "step": "leave", "stanzas": "2", "waited": ""}
    assert director.post(UNDO, back).status_code == 302
    assert sitting(cast, game) == before
    assert UNDO not in director.get(PAGE).content.decode()
    director.post(f"{PAGE}leave/", left)
    play(cast, game, 1, Random(3))
    assert UNDO not in director.get(PAGE).content.decode()
    late = director.post(UNDO, back)
    assert late.status_code == 409
    assert "A stanza has been played at Game 1 since." in late.content.decode()


def test_the_pad_takes_it_back_by_its_link(cast: Cast, game: Game) -> None:
    client = holder(secret_of(make_link(by=cast.director, game=game, at=MARCH)))
    acts, before = "/api/v1/events/spring-whoopie/games/1/pad/", sitting(cast, game)
    leaver = cast.players[2].number
    assert client.post(f"{acts}leave/", {"player": leaver}, format="json").status_code == 200
    back = {"player": leaver, "step": "leave", "stanzas": 2, "waited": False}
    answer = client.post(f"{acts}undo/", back, format="json")
    assert answer.status_code == 200
    assert [seat["player"] for seat in answer.json()["table"]["seated"]] == before


def test_the_table_says_what_can_be_undone_whoever_did_it(cast: Cast, game: Game, sign_in: SignIn) -> None:
    leaver, newcomer = cast.players[2], cast.players[6]
    wait_at_table(by=cast.director, game=game, person=newcomer, at=MARCH)
    sit_down(by=cast.director, game=game, person=newcomer, at=MARCH)
    get_up(by=cast.director, game=game, person=leaver, at=MARCH + dt.timedelta(minutes=1))
    steps = [(step.step, step.player, step.waited) for step in table(cast, game).undoable]
    assert steps == [("leave", leaver.number, False), ("sit", newcomer.number, True)]
    director = sign_in(cast.director)
    page = director.get(PAGE).content.decode()
    assert "Since the last stanza" in page
    back = {"player": newcomer.number, "step": "sit", "stanzas": "2", "waited": "yes"}
    assert re.search(rf'value="{newcomer.number}".+?value="sit".+?value="2".+?value="yes"', page, re.DOTALL)
    assert director.post(UNDO, back).status_code == 302
    assert Waiting.objects.get(ended_at__isnull=True).person == newcomer
    assert [step.player for step in table(cast, game).undoable] == [leaver.number]
    play(cast, game, 1, Random(2))
    assert table(cast, game).undoable == ()
    assert "Since the last stanza" not in director.get(PAGE).content.decode()


def test_whoever_walked_out_is_not_brought_back_by_an_undo(cast: Cast, game: Game) -> None:
    get_up(by=cast.executor, game=game, person=cast.players[2], walked_out=True, reason="He ran.", at=MARCH)
    assert table(cast, game).undoable == ()


def test_before_the_first_stanza_who_left_is_brought_back_too(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:5])
    before = sitting(cast, game)
    get_up(by=cast.director, game=game, person=cast.players[2], at=MARCH)
    [step] = table(cast, game).undoable
    undo_step(
        by=cast.director, game=game, person=cast.players[2], step=step.step, stanzas=step.stanzas, at=MARCH
    )
    assert sitting(cast, game) == before
