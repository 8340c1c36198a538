"""Two people of one name at a table: whatever names them there has the member number after it."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client

from sanctioning.identity.names import telling_apart
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from tests.cast import JANUARY, MARCH, Cast
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play, table
from tournaments.directing.commands import FLOOR_COMMANDS, AskedOnFloor
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.justice.rulings.selectors.rulings import people_at
from tournaments.justice.votes.questions import players_to_name
from tournaments.tables.selectors.pads import pad_of_game

pytestmark = pytest.mark.both_databases

TABLE = "/events/spring-whoopie/games/1/"


@pytest.fixture
def adas(cast: Cast) -> list[Person]:
    return [
        register_person(by=cast.registrar, given_names="Ada", family_name="Applegarth", at=JANUARY)
        for _who in range(2)
    ]


@pytest.fixture
def game(cast: Cast, adas: list[Person]) -> Game:
    game = drawn_table(cast, [*adas, *cast.players[:3]])
    play(cast, game, 2, Random(1))
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def numbered(adas: list[Person]) -> set[str]:
    return {f"Ada Applegarth ({ada.number})" for ada in adas}


def named_in(page: str) -> list[str]:
    """Everything that a page calls an Ada, whatever stands around it."""
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))
    return re.findall(r"Ada Applegarth(?: ?\(W-[\d-]+\w*-?\w*\))?", text)


def test_only_those_who_share_a_name_have_the_number(adas: list[Person], cast: Cast) -> None:
    named = telling_apart(lambda person: person.name, [*adas, cast.players[0]])
    assert named(adas[0]) == f"Ada Applegarth ({adas[0].number})"
    assert named(cast.players[0]) == cast.players[0].name
    assert named(cast.players[1]) == cast.players[1].name


def test_the_table_its_pad_and_its_rulings_tell_namesakes_apart(
    cast: Cast, game: Game, numbered: set[str]
) -> None:
    assert numbered <= set(table(cast, game).names.values())
    pad = pad_of_game(game=game, asker=cast.executor, link=None)
    assert pad is not None
    assert numbered <= set(pad.table.names.values())
    assert numbered <= {seat.name for seat in pad.table.seated}
    assert numbered <= set(people_at(game).values())
    assert numbered <= {name for _record_id, name in players_to_name(game)}


def test_pages_of_a_table_name_nobody_without_the_number(
    game: Game, cast: Cast, sign_in: SignIn, numbered: set[str]
) -> None:
    executor = sign_in(cast.executor)
    for page in ("table/", "rule/?irregularity=improper-information", "votes/"):
        html = executor.get(f"{TABLE}{page}").content.decode()
        assert set(named_in(html)) <= numbered, page
    assert set(named_in(Client().get(f"{TABLE}table/").content.decode())) == numbered


def test_the_floor_says_who_of_two_was_moved(cast: Cast, adas: list[Person], numbered: set[str]) -> None:
    game = drawn_table(cast, cast.players[:4])
    event: Event = game.event
    for ada in adas:
        entry = enter_event(by=cast.director, event=event, person=ada, at=MARCH)
        check_in(by=cast.director, entry=entry, at=MARCH)
    asked = AskedOnFloor(player=adas[0].number, game=f"{game.number}")
    done = FLOOR_COMMANDS.run("place", by=cast.director, thing=event, asked=asked)
    assert done.sentence == f"Ada Applegarth ({adas[0].number}) now sits at game 1."
