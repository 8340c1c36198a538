"""Replays: of a closed game from its report, of one still played from its sheet, moment by moment."""

from __future__ import annotations

import pytest
from django.test import Client

from rules_engine.whoopie.check.game import check_bytes
from scoring.demo.sample_records import as_file
from scoring.results.selectors.replays import stanza_to_replay
from scoring.results.views.replay_board import board_of, now_at
from tests.cast import Cast, certified, record_of, sanctioned_event
from tests.fixtures import SignIn
from tests.support.play import drawn_table, report
from tournaments.events.addresses import GameLabel


def found_in(cast: Cast, stanza: int):
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    shown = stanza_to_replay(slug=event.slug, label=GameLabel(1, ""), stanza=stanza)
    assert shown is not None
    return shown


def test_every_moment_of_every_stanza_can_be_drawn(cast: Cast) -> None:
    record = record_of(cast.players[:4])
    answers = check_bytes(as_file(record)).stanzas
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    for number, answer in enumerate(answers, start=1):
        shown = stanza_to_replay(slug=event.slug, label=GameLabel(1, ""), stanza=number)
        assert shown is not None
        board = board_of(shown)
        assert {seat.name: seat.taken for seat in board.seats} == {
            shown.names[player]: taken for player, taken in (answer.taken or {}).items()
        }
        assert tuple(seat.taken for seat in board.seats) == board.final
        assert [trick.winner for trick in board.tricks] == [
            shown.names[winner] for winner in answer.winners or ()
        ]
        for moment in range(board.last + 1):
            now = now_at(board, moment)
            laid = [seat for seat in now.seats if seat.laid]
            assert len(laid) == sum(play.moment <= moment for play in now.trick.plays)
            assert sum(seat.wins for seat in now.seats) == (moment > 0)
            left = [held for seat in board.seats for held in seat.hand if held.lies_at(moment)]
            assert len(left) == board.last - moment


def test_the_dealer_sits_first_and_the_others_clockwise(cast: Cast) -> None:
    shown = found_in(cast, 3)
    bidders = [shown.names[player] for player, _ in shown.body["bids"]]
    assert [seat.name for seat in board_of(shown).seats] == [bidders[-1], *bidders[:-1]]


def test_a_moment_beyond_the_last_card_is_the_last(cast: Cast) -> None:
    board = board_of(found_in(cast, 2))
    assert now_at(board, 999) == now_at(board, board.last)


@pytest.mark.both_databases
def test_a_stanza_of_a_game_still_played_can_be_replayed(cast: Cast, client: Client, sign_in: SignIn) -> None:
    game = drawn_table(cast, cast.players[:4])
    body = record_of(cast.players[:4])["stanzas"][0]
    report(cast, game, {field: value for field, value in body.items() if field != "scores"})
    address = f"/events/{game.event.slug}/games/{game.number}/stanzas/1/"
    page = client.get(f"{address}?card=1").content.decode()
    assert "card 1 of 4" in page
    assert client.get(f"{address[:-3]}/2/").status_code == 404
    for person, rules in ((cast.executor, True), (cast.players[0], False)):
        assert ("Rule on this stanza" in sign_in(person).get(address).content.decode()) is rules


def test_the_queries_of_a_replay_do_not_grow_with_the_stanza(
    cast: Cast, client: Client, django_assert_num_queries
) -> None:
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    address = f"/events/{event.slug}/games/1/stanzas"
    client.get(f"{address}/1/")
    with django_assert_num_queries(10) as counted:
        client.get(f"{address}/1/")
    with django_assert_num_queries(len(counted)):
        client.get(f"{address}/13/?card=all")
