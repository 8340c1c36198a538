"""A game that never plays is called off, and the evening can end."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from tests.cast import MARCH, Cast
from tests.support.play import drawn_table, play
from tests.support.refusals import refusal_of
from tests.tournaments.directing.test_floor import evening
from tests.tournaments.rounds.test_rounds import planned, present
from tournaments.calls.services.calls import call_executor
from tournaments.directing.selectors.floor import floor_of
from tournaments.games.models import Game
from tournaments.rounds.services.calling_off import call_off_game
from tournaments.rounds.services.games_of_round import take_back_round
from tournaments.rounds.services.rounds import confirm_round
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.services.seating import wait_at_table
from tournaments.tables.services.table_links import make_link


@pytest.mark.both_databases
def test_a_table_whose_players_went_home_is_called_off(cast: Cast) -> None:
    event = evening(cast)
    game = drawn_table(cast, cast.players[:4], event=event)
    make_link(by=cast.director, game=game, at=MARCH)
    call_executor(by=cast.players[0], game=game, kind="conduct", about="Nobody comes.", at=MARCH)
    wait_at_table(by=cast.director, game=game, person=cast.players[5], at=MARCH)
    call_off_game(by=cast.director, game=game, reason="They went home.", at=MARCH)
    game.refresh_from_db()
    assert (game.state, game.players.count()) == (Game.State.VOID, 0)
    assert not TableLink.objects.filter(withdrawn_at=None).exists()
    floor = floor_of(event, MARCH)
    assert floor.tables == ()
    assert {line.number for line in floor.free} == {person.number for person in cast.players}
    told = Message.objects.filter(kind="game-called-off").order_by("pk")
    assert {message.to_id for message in told} == {
        person.pk for person in (*cast.players[:4], cast.players[5])
    }
    assert "They went home." in told[0].text
    assert AuditEntry.objects.get(action="empty game").why == "They went home."


def test_a_game_is_called_off_by_the_director_before_its_first_stanza_for_a_reason(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4])
    call_off = partial(call_off_game, by=cast.director, game=game, reason="They went home.", at=MARCH)
    assert refusal_of(partial(call_off, by=cast.players[0])).code == "not-allowed"
    assert refusal_of(partial(call_off, reason=" ")).code == "reason-missing"
    play(cast, game, 1, Random(1))
    assert refusal_of(call_off).code == "game-state"


def test_the_rest_of_its_round_is_taken_back_and_confirmed_as_before(cast: Cast) -> None:
    event = present(cast, 8)
    round = planned(cast, event, preferred=4)
    first, second = confirm_round(by=cast.director, round=round, at=MARCH)
    call_off_game(by=cast.director, game=second, reason="They went home.", at=MARCH)
    take_back_round(by=cast.director, round=round, why="Too few.", at=MARCH)
    again = confirm_round(by=cast.director, round=round, at=MARCH)
    assert [(game.pk, game.table) for game in again] == [(first.pk, 1), (second.pk, 2)]
