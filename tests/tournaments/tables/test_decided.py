"""What was decided at a table stands on its pad and on its page: answers to calls, rulings, votes."""

from __future__ import annotations

from random import Random

import pytest

from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play
from tests.support.votes import answered, charged, opened
from tournaments.calls.services.calls import answer_call, call_executor
from tournaments.games.models import Game
from tournaments.tables.selectors.pads import Pad, pad_of_game
from tournaments.tables.services.closing import close_game

pytestmark = pytest.mark.both_databases

TABLE = "/events/spring-whoopie/games/1/table/"


def pad_of(cast: Cast, game: Game) -> Pad:
    pad = pad_of_game(game=Game.objects.get(pk=game.pk), asker=cast.director, link=None)
    assert pad is not None
    return pad


def test_a_vote_leaves_what_it_decided_on_pad_and_page(cast: Cast, sign_in: SignIn) -> None:
    players = cast.players[:4]
    game = drawn_table(cast, players)
    play(cast, game, 1, Random(1))
    vote = opened(cast, charged(game, players[0], players[1]), players[0], "find-chaotic-action")
    before = pad_of(cast, game)
    assert before.votes == ()
    answered(cast, vote, players, ayes=2)
    after = pad_of(cast, game)
    assert after.told != before.told, "a vote that carried nothing is told to the pad too"
    [decided] = after.votes
    assert (decided.what, decided.stanza, decided.offenders) == ("the act was chaotic", 1, (players[1].name,))
    assert (decided.carried, decided.said) == (False, ("Not carried.",))
    shown = sign_in(players[2]).get(TABLE).content.decode()
    assert f"Vote on {players[1].name}, stanza 1:" in shown
    assert "Not carried." in shown
    assert "Vote on" not in sign_in(cast.outsider).get(TABLE).content.decode()


def test_the_answer_to_a_call_stays_on_pad_and_page(cast: Cast, sign_in: SignIn) -> None:
    game = drawn_table(cast, cast.players[:4])
    call = call_executor(by=None, game=game, kind="score", about="Ten or twelve?", at=MARCH)
    assert pad_of(cast, game).answers == ()
    answer_call(by=cast.executor, call=call, note="Twelve.", at=MARCH)
    pad = pad_of(cast, game)
    assert (pad.calls, [answer.note for answer in pad.answers]) == ((), ["Twelve."])
    shown = sign_in(cast.players[0]).get(TABLE).content.decode()
    assert "The call “Ten or twelve?” was answered" in shown
    assert "Twelve." in shown
    assert "Ten or twelve?" not in sign_in(cast.outsider).get(TABLE).content.decode()


def test_a_call_that_was_open_when_the_game_was_closed_is_answered_all_the_same(
    cast: Cast, sign_in: SignIn
) -> None:
    game = drawn_table(cast, cast.players[:4], stanzas=2)
    play(cast, game, 2, Random(1))
    call = call_executor(by=None, game=game, kind="score", about="Ten or twelve?", at=MARCH)
    close_game(by=cast.director, game=game, sure=True, at=MARCH)
    assert "Ten or twelve?" in sign_in(cast.executor).get("/events/spring-whoopie/ruled/").content.decode()
    answer_call(by=cast.executor, call=call, note="Twelve.", at=MARCH)
    assert "Twelve." in sign_in(cast.players[0]).get(TABLE).content.decode()
