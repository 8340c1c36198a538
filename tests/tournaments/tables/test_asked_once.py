"""What cannot be undone at a table is asked once, after whatever would be refused, and then done."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play
from tests.support.votes import charged, opened
from tests.tournaments.tables.splitting import eight, many, split_in
from tournaments.games.models import Game
from tournaments.justice.votes.models import Vote
from tournaments.justice.votes.services.ballots import answer_vote
from tournaments.tables.models.stay import Stay
from tournaments.tables.models.table_link import TableLink

pytestmark = pytest.mark.both_databases

__all__ = ["eight", "many"]

FINAL = "This cannot be undone."
GAME = "/events/spring-whoopie/games/1/"


def asked_then_done(client: Client, address: str, typed: dict[str, str], *, words: str) -> str:
    """The page asks, keeps what was typed, and does it once that is said to be meant; where it leads."""
    asked = client.post(address, typed)
    page = asked.content.decode()
    assert asked.status_code == 200
    assert FINAL in page
    assert words in page
    assert "notice good" not in page, "nothing is said to be done"
    for name, value in typed.items():
        assert f'name="{name}" value="{value}"' in page
    done = client.post(address, {**typed, "sure": "yes"})
    assert done.status_code == 302
    return done.headers["Location"]


def test_a_link_is_made_at_once_and_renewed_only_when_that_is_meant(cast: Cast, sign_in: SignIn) -> None:
    drawn_table(cast, cast.players[:4])
    director = sign_in(cast.director)
    assert director.post(f"{GAME}table/link/").status_code == 302
    director.get(f"{GAME}table/")
    first = TableLink.objects.get()
    asked_then_done(director, f"{GAME}table/link/", {}, words="Renew the link of game 1?")
    assert TableLink.objects.exclude(pk=first.pk).count() == 1


def test_walking_out_is_refused_without_a_reason_and_asked_with_one(cast: Cast, sign_in: SignIn) -> None:
    game = drawn_table(cast, cast.players[:4])
    play(cast, game, 1, Random(1))
    executor, leave = sign_in(cast.executor), f"{GAME}table/leave/"
    typed = {"player": cast.players[0].number, "walked_out": "yes"}
    refused = executor.post(leave, {**typed, "reason": " "})
    assert refused.status_code == 422
    assert FINAL not in refused.content.decode()
    asked_then_done(
        executor, leave, {**typed, "reason": "Angry."}, words=f"Rule that {cast.players[0].name} walked out?"
    )
    assert Stay.objects.get(player__person=cast.players[0]).walked_out
    after = executor.get(f"{GAME}table/").content.decode()
    assert f"Ruled: {cast.players[0].name} walked out. Their bid of this stanza fails" in after
    assert "Their score stays" not in after


def test_who_leaves_is_named_and_walking_out_is_told_apart(cast: Cast, sign_in: SignIn) -> None:
    play(cast, drawn_table(cast, cast.players[:5]), 1, Random(1))
    director, leaver = sign_in(cast.director), cast.players[0]
    left = director.post(f"{GAME}table/leave/", {"player": leaver.number}, follow=True).content.decode()
    assert f"{leaver.name} has left the table. Their score stays as it is." in left
    assert "The Acting Executor rules on anyone who walks out in the middle of a stanza." in left


def test_a_group_is_given_up_only_when_that_is_meant(
    cast: Cast, eight: Game, many: list[Person], sign_in: SignIn
) -> None:
    _a, b = split_in(cast, eight)
    give_up = "/events/spring-whoopie/games/1B/table/give-up/"
    asked_then_done(
        sign_in(cast.executor), give_up, {"reason": "Late."}, words="ranked where they last played"
    )
    b.refresh_from_db()
    assert b.state == Game.State.VOID


def test_a_game_that_nobody_plays_is_called_off_only_when_that_is_meant(cast: Cast, sign_in: SignIn) -> None:
    game, director = drawn_table(cast, cast.players[:4]), sign_in(cast.director)
    address = f"{GAME}table/call-off/"
    assert address in director.get(f"{GAME}table/").content.decode()
    assert address not in sign_in(cast.executor).get(f"{GAME}table/").content.decode()
    typed = {"reason": "They went home."}
    asked = director.post(address, typed).content.decode()
    assert "Call game 1 off?" in asked
    assert all(player.name in asked for player in cast.players[:4])
    assert f'<li><a href="{GAME}table/">Game 1</a></li>' in asked
    floor = asked_then_done(director, address, typed, words="the link to its pad is dead")
    assert floor == "/events/spring-whoopie/floor/"
    game.refresh_from_db()
    assert game.state == Game.State.VOID
    assert "the game was called off" in director.get(f"{GAME}table/").content.decode()


def test_a_vote_is_closed_over_those_who_have_not_answered_only_when_that_is_meant(
    cast: Cast, sign_in: SignIn
) -> None:
    players = cast.players[:4]
    game = drawn_table(cast, players)
    vote = opened(cast, charged(game, players[0], players[1]), players[0], "find-chaotic-action")
    answer_vote(by=players[0], vote=vote, answer="aye", at=MARCH)
    close = f"{GAME}votes/{vote.pk}/close/"
    asked_then_done(
        sign_in(cast.executor), close, {}, words="3 players have not answered and count as absent."
    )
    assert Vote.objects.get().absent == 3
