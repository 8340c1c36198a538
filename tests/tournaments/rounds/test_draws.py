"""Seats, and the draw for scorekeeper and First Dealer."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import DatabaseError, transaction

from rules_engine.draws import resolve
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast, record_of, reported, sanctioned_event
from tests.support.refusals import code_of
from tournaments.directing.services.moving_players import free_player
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game, GamePlayer
from tournaments.games.services.games import open_game, seat_players
from tournaments.rounds.models.draw import Draw
from tournaments.rounds.services.draws import draw_again, draw_cards, enter_drawn_cards, seat_by_draw


def table(cast: Cast, players: int = 4) -> Game:
    game = open_game(by=cast.director, event=sanctioned_event(cast), planned={"stanzas": 14}, at=MARCH)
    seat_players(by=cast.director, game=game, people=cast.players[:players], at=MARCH)
    return game


def cards_of(cast: Cast, *cards: str) -> dict[str, str]:
    return {player.number: card for player, card in zip(cast.players, cards, strict=False)}


def test_people_sit_clockwise_in_the_order_given(cast: Cast) -> None:
    game = table(cast, players=3)
    seat_players(by=cast.director, game=game, people=[cast.players[5], cast.players[3]], at=MARCH)
    seats = game.players.order_by("seat").values_list("seat", "person__family_name")
    assert list(seats) == [(1, "Ash"), (2, "Birch"), (3, "Cedar"), (4, "Fir"), (5, "Dogwood")]


def test_the_eleventh_is_refused(cast: Cast) -> None:
    game = table(cast, players=10)
    with pytest.raises(Refusal) as refusal:
        seat_players(by=cast.director, game=game, people=[cast.outsider], at=MARCH)
    assert refusal.value.code == "table-full"
    assert game.players.count() == 10


def test_who_is_added_after_the_first_deal_has_no_seat_of_it(cast: Cast) -> None:
    game = table(cast)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    reported(cast, game, record_of(cast.players[:4]))
    [late] = seat_players(by=cast.director, game=game, people=[cast.players[6]], at=MARCH)
    assert late.seat is None


def test_two_do_not_make_a_table(cast: Cast) -> None:
    game = table(cast, players=2)
    for draw in (
        lambda: draw_cards(by=cast.director, game=game, at=MARCH),
        lambda: enter_drawn_cards(by=cast.director, game=game, cards=cards_of(cast, "9C", "3D"), at=MARCH),
    ):
        with pytest.raises(Refusal) as refusal:
            draw()
        assert refusal.value.code == "too-few-players"


def test_cards_drawn_by_hand_settle_both(cast: Cast) -> None:
    game = table(cast)
    game = enter_drawn_cards(
        by=cast.players[2], game=game, cards=cards_of(cast, "9c", " 10D", "2S", "*"), at=MARCH
    )
    assert game.scorekeeper is not None
    assert game.first_dealer is not None
    assert (game.scorekeeper.person, game.first_dealer.person) == (cast.players[3], cast.players[2])
    drawn = Draw.objects.get(game=game)
    assert (drawn.purpose, drawn.seed, drawn.outcome["rounds"]) == ("opening", "", game.opening_draw)


def test_nobody_leaves_a_table_whose_draw_is_half_done(cast: Cast) -> None:
    game = table(cast)
    enter_drawn_cards(by=cast.director, game=game, cards=cards_of(cast, "KC", "KD", "3H", "3S"), at=MARCH)
    with pytest.raises(Refusal, match="has begun and is not settled") as refused:
        free_player(by=cast.director, event=game.event, person=cast.players[0], at=MARCH)
    assert "put the cards back" in refused.value.remedy


def test_the_tied_draw_again_and_only_they(cast: Cast) -> None:
    game = table(cast)
    first, two, three, four = (player.number for player in cast.players[:4])
    game = enter_drawn_cards(
        by=cast.director, game=game, cards=cards_of(cast, "KC", "KD", "3H", "3S"), at=MARCH
    )
    assert (game.scorekeeper, game.first_dealer) == (None, None)
    assert not Draw.objects.exists()
    game = enter_drawn_cards(
        by=cast.director, game=game, cards={first: "4C", two: "5C", three: "9D", four: "9C"}, at=MARCH
    )
    with pytest.raises(Refusal) as refusal:
        enter_drawn_cards(by=cast.director, game=game, cards={first: "4C", three: "9D", four: "7C"}, at=MARCH)
    assert refusal.value.facts == {"player": first}
    game = enter_drawn_cards(by=cast.director, game=game, cards={three: "9D", four: "7C"}, at=MARCH)
    assert game.scorekeeper is not None
    assert game.first_dealer is not None
    assert (game.scorekeeper.record_id, game.first_dealer.record_id) == (two, four)
    with pytest.raises(Refusal) as refusal:
        enter_drawn_cards(by=cast.director, game=game, cards={three: "9D"}, at=MARCH)
    assert refusal.value.code == "draw-settled"


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        (("9C", "10D", "2S"), 3),
        (("9C", "10D", "2S", " "), 3),
        (("9C", "1D", "2S", "*"), 1),
        (("9C", "TD", "10D", "*"), 2),
        (("*", "*", "*", "2S"), 2),
        (("9C", "TD", "2S", "3S", "4S"), 4),
    ],
)
def test_what_was_wrong_with_the_cards_is_said_at_the_player(
    cast: Cast, cards: tuple[str, ...], wrong: int
) -> None:
    game = table(cast)
    with pytest.raises(Refusal) as refusal:
        enter_drawn_cards(by=cast.director, game=game, cards=cards_of(cast, *cards), at=MARCH)
    assert (refusal.value.code, refusal.value.status) == ("draw-unreadable", 422)
    assert refusal.value.facts == {"player": cast.players[wrong].number}
    game.refresh_from_db()
    assert game.opening_draw == []


def test_the_system_draws_from_a_seed_that_it_keeps(cast: Cast) -> None:
    game = draw_cards(by=cast.director, game=table(cast), seed="1966", at=MARCH)
    drawn = Draw.objects.get(game=game)
    assert drawn.seed == "1966"
    settled = resolve(game.opening_draw)
    assert not settled.open
    assert settled_people(game) == {settled.scorekeeper, settled.first_dealer}


def test_a_seed_of_the_system_is_never_the_same(cast: Cast) -> None:
    game = draw_cards(by=cast.director, game=table(cast), at=MARCH)
    assert code_of(partial(draw_again, by=cast.director, game=game, why="w" * 301)) == "reason-too-long"
    draw_again(by=cast.director, game=game, why="A card fell to the floor.", at=MARCH)
    draw_cards(by=cast.director, game=game, at=MARCH)
    first, second = Draw.objects.filter(game=game)
    assert (first.number, second.number) == (1, 2)
    assert first.seed != second.seed


def test_drawing_again_needs_a_reason_and_leaves_a_trace(cast: Cast) -> None:
    game = draw_cards(by=cast.director, game=table(cast), at=MARCH)
    with pytest.raises(Refusal) as refusal:
        draw_again(by=cast.director, game=game, why=" ", at=MARCH)
    assert refusal.value.code == "reason-missing"
    drawn = game.opening_draw
    game = draw_again(by=cast.director, game=game, why="The deck had no jokers.", at=MARCH)
    assert (game.opening_draw, game.scorekeeper, game.first_dealer) == ([], None, None)
    trail = AuditEntry.objects.get(action="draw again")
    assert (trail.before, trail.why) == ({"rounds": drawn}, "The deck had no jokers.")
    with pytest.raises(Refusal) as refusal:
        draw_again(by=cast.director, game=game, why="Once more.", at=MARCH)
    assert refusal.value.code == "nothing-drawn"


def test_nothing_is_drawn_after_the_first_deal(cast: Cast) -> None:
    game = table(cast)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    draw_cards(by=cast.director, game=game, at=MARCH)
    reported(cast, game, record_of(cast.players[:4]))
    with pytest.raises(Refusal) as refusal:
        draw_again(by=cast.director, game=game, why="We forgot the jokers.", at=MARCH)
    assert refusal.value.code == "dealt-already"


def test_nobody_is_seated_between_the_draw_and_the_deal(cast: Cast) -> None:
    game = draw_cards(by=cast.director, game=table(cast), at=MARCH)
    with pytest.raises(Refusal) as refusal:
        seat_players(by=cast.director, game=game, people=[cast.players[7]], at=MARCH)
    assert refusal.value.code == "drawn-already"


def test_only_the_table_and_its_officials_draw(cast: Cast) -> None:
    game = table(cast)
    with pytest.raises(Refusal) as refusal:
        draw_cards(by=cast.outsider, game=game, at=MARCH)
    assert refusal.value.status == 403


def test_seats_are_drawn_from_a_seed(cast: Cast) -> None:
    event = sanctioned_event(cast)
    game, same = (
        open_game(by=cast.director, event=event, planned={"stanzas": 14}, at=MARCH) for _ in range(2)
    )
    seated = seat_by_draw(by=cast.director, game=game, people=cast.players[:6], seed="1966", at=MARCH)
    again = seat_by_draw(by=cast.director, game=same, people=cast.players[5::-1], seed="1966", at=MARCH)
    assert seats_of(seated) == seats_of(again)
    assert [seat.seat for seat in seated] == [1, 2, 3, 4, 5, 6]
    drawn = Draw.objects.get(game=game, purpose=Draw.Purpose.SEATS)
    assert drawn.outcome == {"seats": [seat.record_id for seat in seated]}


@pytest.mark.both_databases
def test_a_kept_draw_is_never_changed(cast: Cast) -> None:
    game = draw_cards(by=cast.director, game=table(cast), at=MARCH)
    with pytest.raises(DatabaseError), transaction.atomic():
        Draw.objects.filter(game=game).update(seed="mine")
    with pytest.raises(DatabaseError), transaction.atomic():
        Draw.objects.filter(game=game).delete()


def settled_people(game: Game) -> set[str | None]:
    return {person.record_id for person in (game.scorekeeper, game.first_dealer) if person is not None}


def seats_of(players: list[GamePlayer]) -> dict[str, int | None]:
    return {player.record_id: player.seat for player in players}
