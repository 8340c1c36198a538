"""Putting people where they are to sit: before the cards are drawn, after, across tables, and back again."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast, make_cast, open_table, sanctioned_event
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play, table
from tests.support.racing import all_at_once
from tests.support.refusals import refusal_of
from tournaments.directing.commands import FLOOR_COMMANDS, AskedOnFloor, DoneOnFloor
from tournaments.directing.services.moving_players import add_player, free_player, place_player, send_home
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.games.models import Game, GamePlayer
from tournaments.games.selectors.seats import seat_in
from tournaments.rounds.services.draws import draw_cards
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.seating import sit_down, wait_at_table
from tournaments.tables.services.undoing import undo_step


def evening(cast: Cast) -> Event:
    """Everybody of the cast is entered and there."""
    event = sanctioned_event(cast)
    for person in cast.players:
        entry = enter_event(by=cast.director, event=event, person=person, at=MARCH)
        check_in(by=cast.director, entry=entry, at=MARCH)
    return event


def seats(game: Game) -> list[str]:
    players = GamePlayer.objects.filter(game=game, seat__isnull=False).order_by("seat")
    return [player.person.family_name for player in players.select_related("person")]


def put(cast: Cast, game: Game, person: Person, **more: str) -> Game | None:
    return place_player(by=cast.director, event=game.event, person=person, game=game, at=MARCH, **more)


def refused(code: str, act: object) -> None:
    with pytest.raises(Refusal) as caught:
        act()  # type: ignore[operator]
    assert caught.value.code == code


def test_before_the_draw_players_are_seated_moved_and_taken_off(cast: Cast) -> None:
    event, players = evening(cast), cast.players
    first = open_table(cast, event, players[:4])
    second = open_table(cast, event, players[4:7])
    assert put(cast, second, players[1]) == first
    assert (seats(first), seats(second)) == (["Ash", "Cedar", "Dogwood"], ["Elm", "Fir", "Ginkgo", "Birch"])
    assert put(cast, first, players[1]) == second
    assert put(cast, first, players[1]) == first
    assert put(cast, first, players[7]) is None
    assert seats(first) == ["Ash", "Cedar", "Dogwood", "Birch", "Hazel"]
    assert free_player(by=cast.director, event=event, person=players[0], at=MARCH) == first
    assert seat_in(event, players[0]) is None
    draw_cards(by=cast.director, game=first, seed="cards", at=MARCH)
    play(cast, first, 1, Random(1))
    assert [audit_entry.action for audit_entry in AuditEntry.objects.filter(action="unseat player")] == [
        "unseat player"
    ] * 3


def test_after_the_draw_a_move_is_getting_up_and_sitting_down(cast: Cast) -> None:
    event, players = evening(cast), cast.players
    first = drawn_table(cast, players[:5], event=event)
    second = drawn_table(cast, players[5:8], event=event)
    play(cast, first, 3, Random(1))
    play(cast, second, 2, Random(2))
    assert put(cast, second, players[0], left_of=players[5].number) == first
    sitting = [seat.player for seat in table(cast, second).seated]
    assert sitting.index(players[0].number) == sitting.index(players[5].number) + 1
    assert put(cast, first, players[0]) == second
    back = next(seat for seat in table(cast, first).seated if seat.player == players[0].number)
    assert not back.entering
    play(cast, first, 1, Random(3))


def test_who_may_not_sit_there_stays_where_he_is(cast: Cast) -> None:
    event, players = evening(cast), cast.players
    first = drawn_table(cast, players[:4], event=event)
    second = drawn_table(cast, players[4:7], event=event)
    play(cast, first, 1, Random(1))
    Game.objects.filter(pk=second.pk).update(state=Game.State.REPORTED)
    refused("game-state", partial(put, cast, second, players[0]))
    assert seat_in(event, players[0]) == first
    refused("not-entered", partial(put, cast, first, cast.outsider))
    wrong = partial(place_player, event=event, person=players[8], game=first, at=MARCH)
    refused("not-allowed", partial(wrong, by=players[0]))


@pytest.mark.both_databases
def test_somebody_at_the_door_is_entered_and_there_and_sent_home_again(cast: Cast) -> None:
    event = sanctioned_event(cast)
    game = open_table(cast, event, cast.players[:3])
    entry = add_player(by=cast.director, event=event, person=cast.outsider, at=MARCH)
    assert entry.is_present
    assert add_player(by=cast.director, event=event, person=cast.outsider, at=MARCH) == entry
    put(cast, game, cast.outsider)
    home = partial(send_home, by=cast.director, event=event, entry=entry, at=MARCH)
    asked = refusal_of(home)
    assert (asked.code, asked.facts) == ("sits-at-a-table", {"game": "1"})
    assert "their score stays as it is" in asked.remedy
    assert seat_in(event, cast.outsider) == game
    assert home(sure=True) == game
    assert Entry.objects.get(pk=entry.pk).state == "withdrawn"
    assert seats(game) == ["Ash", "Birch", "Cedar"]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_directors_who_move_players_across_leave_each_at_one_table() -> None:
    cast = make_cast()
    event, players = evening(cast), cast.players
    first = drawn_table(cast, players[:5], event=event)
    second = drawn_table(cast, players[5:], event=event)
    moves = [
        partial(put, cast, second, players[0]),
        partial(put, cast, first, players[5]),
        partial(put, cast, second, players[0]),
        partial(put, cast, first, players[6]),
    ]
    answers = all_at_once(moves)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert seat_in(event, players[0]) == second
    assert seat_in(event, players[5]) == seat_in(event, players[6]) == first


def moved(cast: Cast, event: Event, person: Person, game: Game | None) -> DoneOnFloor:
    """A step on the floor, with what would undo it."""
    asked = AskedOnFloor(player=person.number, game=str(game.number) if game else "")
    return FLOOR_COMMANDS["place" if game else "free"].run(cast.director, event, asked)


def undone(cast: Cast, event: Event, step: DoneOnFloor) -> DoneOnFloor:
    asked: dict[str, Any] = dict(step.asked)
    return FLOOR_COMMANDS[step.undo].run(cast.director, event, AskedOnFloor(**asked))


@pytest.mark.both_databases
def test_undo_gives_the_seat_back_exactly(cast: Cast) -> None:
    event, players = evening(cast), cast.players
    first, second = open_table(cast, event, players[:4]), open_table(cast, event, players[4:7])
    undone(cast, event, moved(cast, event, players[1], second))
    assert (seats(first), seats(second)) == (["Ash", "Birch", "Cedar", "Dogwood"], ["Elm", "Fir", "Ginkgo"])
    undone(cast, event, moved(cast, event, players[0], None))
    assert seats(first) == ["Ash", "Birch", "Cedar", "Dogwood"]
    undone(cast, event, moved(cast, event, players[7], first))
    assert seats(first) == ["Ash", "Birch", "Cedar", "Dogwood"]
    for seat in (9, 11):
        step = moved(cast, event, players[3], None)
        undone(cast, event, replace(step, asked={**step.asked, "seat": seat}))
        assert list(first.players.order_by("seat").values_list("seat", flat=True)) == [1, 2, 3, 4]
        assert seats(first) == ["Ash", "Birch", "Cedar", "Dogwood"]
    undone(cast, event, moved(cast, event, players[1], second))
    back = AuditEntry.objects.filter(action="take seat again").latest("pk")
    assert back.by == cast.director
    assert (back.before, back.after) == (
        {"player": players[1].number, "seat": 4},
        {"player": players[1].number, "seat": 2},
    )
    meant = AskedOnFloor(player=players[2].number, sure="yes")
    home = FLOOR_COMMANDS["withdraw"].run(cast.director, event, meant)
    assert seats(first) == ["Ash", "Birch", "Dogwood"]
    undone(cast, event, home)
    assert seats(first) == ["Ash", "Birch", "Cedar", "Dogwood"]
    assert event.entries.get(person=players[2]).is_present
    Event.objects.filter(pk=event.pk).update(capacity=event.entries.count())
    enter_event(by=cast.director, event=event, person=cast.outsider, at=MARCH)
    asked = AskedOnFloor(player=players[2].number)
    assert refusal_of(FLOOR_COMMANDS["withdraw"].run, cast.director, event, asked).code == "place-goes-on"
    home = FLOOR_COMMANDS["withdraw"].run(cast.director, event, replace(asked, sure="yes"))
    waits = undone(cast, event, home)
    assert "is now on the waiting list" in waits.said
    assert event.entries.get(person=players[2]).state == "waiting"
    assert event.entries.get(person=cast.outsider).state == "entered"
    assert seats(first) == ["Ash", "Birch", "Dogwood"]
    undone(cast, event, waits)
    assert event.entries.get(person=players[2]).state == "withdrawn"


@pytest.mark.both_databases
def test_undo_gives_the_place_of_a_newcomer_back_between_the_same_two(cast: Cast) -> None:
    event, players = evening(cast), cast.players
    first = drawn_table(cast, players[:4], event=event)
    second = drawn_table(cast, players[4:7], event=event)
    play(cast, first, 1, Random(1))
    put(cast, first, players[7], left_of=players[1].number)
    put(cast, first, players[8], left_of=players[1].number)
    before = [seat.player for seat in table(cast, first).seated]
    for person in (players[7], players[8], players[0]):
        undone(cast, event, moved(cast, event, person, second))
        assert [seat.player for seat in table(cast, first).seated] == before
        assert len(table(cast, second).seated) == 3


def test_undo_gives_a_drawn_seat_back_before_the_first_stanza(cast: Cast) -> None:
    event, players = evening(cast), cast.players
    first = drawn_table(cast, players[:4], event=event)
    second = drawn_table(cast, players[4:7], event=event)
    before = [seat.player for seat in table(cast, first).seated]
    step = moved(cast, event, players[0], second)
    assert second.players.count() == 4
    undone(cast, event, replace(step, asked={**step.asked, "seat": 2}))
    assert second.players.count() == 3, "nor is there a column on the sheet"
    assert [seat.player for seat in table(cast, first).seated] == before
    assert list(first.players.order_by("seat").values_list("seat", flat=True)) == [1, 2, 3, 4]
    assert len(table(cast, second).seated) == 3


def test_who_sits_at_a_table_sits_down_at_no_other_of_the_event(cast: Cast) -> None:
    event, players = evening(cast), cast.players
    first = drawn_table(cast, players[:4], event=event)
    for other in (open_table(cast, event, players[4:7]), drawn_table(cast, players[7:10], event=event)):
        person = other.players.order_by("seat")[0].person
        refused(
            "seated-already",
            partial(sit_down, by=cast.director, game=first, person=person, at=MARCH),
        )
        assert seat_in(event, person) == other


def test_undo_brings_nobody_back_to_a_table_that_played_on(cast: Cast) -> None:
    event, players = evening(cast), cast.players
    first = drawn_table(cast, players[:4], event=event)
    second = drawn_table(cast, players[4:7], event=event)
    for game in (first, second):
        play(cast, game, 1, Random(1))
    step = moved(cast, event, players[0], second)
    play(cast, first, 1, Random(2))
    refused("too-late-to-undo", partial(undone, cast, event, step))
    assert seat_in(event, players[0]) == second


def test_undo_moves_nobody_once_something_has_gone_on(cast: Cast) -> None:
    event, players = evening(cast), cast.players
    first = drawn_table(cast, players[:4], event=event)
    second = drawn_table(cast, players[4:7], event=event)
    for game in (first, second):
        play(cast, game, 1, Random(1))
    step = moved(cast, event, players[0], second)
    play(cast, second, 1, Random(2))
    refused("too-late-to-undo", partial(undone, cast, event, step))
    step = moved(cast, event, players[0], first)
    close_game(by=cast.director, game=first, sure=True, at=MARCH)
    with pytest.raises(Refusal) as caught:
        undone(cast, event, step)
    assert (caught.value.code, caught.value.sentence) == (
        "too-late-to-undo",
        "Game 1 is over: it is reported.",
    )
    assert seat_in(event, players[0]) is None
    step = moved(cast, event, players[8], second)
    moved(cast, event, players[8], None)
    refused("too-late-to-undo", partial(undone, cast, event, step))


@pytest.mark.both_databases
def test_adding_somebody_who_was_entered_before_is_undone_without_withdrawing_them(cast: Cast) -> None:
    event = sanctioned_event(cast)
    ash = cast.players[0]
    entry = enter_event(by=cast.director, event=event, person=ash, at=MARCH)
    asked = AskedOnFloor(player=ash.number)
    added = FLOOR_COMMANDS["add"].run(cast.director, event, asked)
    undone(cast, event, added)
    entry.refresh_from_db()
    assert (entry.state, entry.is_present) == ("entered", False)
    FLOOR_COMMANDS["add"].run(cast.director, event, asked)
    assert FLOOR_COMMANDS["add"].run(cast.director, event, asked).undo == ""
    newcomer = FLOOR_COMMANDS["add"].run(cast.director, event, AskedOnFloor(player=cast.outsider.number))
    undone(cast, event, newcomer)
    assert event.entries.get(person=cast.outsider).state == "withdrawn"


@pytest.mark.both_databases
def test_adding_somebody_is_not_undone_once_they_have_sat_at_a_table(cast: Cast, sign_in: SignIn) -> None:
    event, director = evening(cast), sign_in(cast.director)
    other = open_table(cast, event, cast.players[:3])
    floor = "/events/spring-whoopie/floor/"
    director.post(f"{floor}add/", {"player": cast.outsider.number})
    assert 'class="undo"' in director.get(floor).content.decode()
    game = drawn_table(cast, [*cast.players[4:7], cast.outsider], event=event)
    play(cast, game, 1, Random(1))
    close_game(by=cast.director, game=game, sure=True, at=MARCH)
    assert seat_in(event, cast.outsider) is None
    assert 'class="undo"' not in director.get(floor).content.decode()
    added = director.session["floor-undo"]["asked"]
    refused(
        "too-late-to-undo",
        partial(FLOOR_COMMANDS["withdraw"].run, cast.director, event, AskedOnFloor(**added)),
    )
    assert event.entries.get(person=cast.outsider).state == "entered"
    back = FLOOR_COMMANDS["withdraw"].run(cast.director, event, AskedOnFloor(player=cast.outsider.number))
    again = undone(cast, event, back)
    assert undone(cast, event, again).deed == "withdrawn", "nothing has gone on since they were let in again"
    assert other.players.count() == 3


@pytest.mark.both_databases
def test_whoever_is_seated_is_checked_in_and_the_undo_takes_that_back(cast: Cast) -> None:
    event, players = sanctioned_event(cast), cast.players
    for person in players:
        enter_event(by=cast.director, event=event, person=person, at=MARCH)
    first, second = open_table(cast, event, players[:4]), drawn_table(cast, players[4:7], event=event)

    def here(person: Person) -> bool:
        return event.entries.get(person=person).is_present

    for person, game in ((players[7], first), (players[8], second)):
        step = moved(cast, event, person, game)
        assert here(person)
        undone(cast, event, step)
        assert not here(person)
        check_in(by=cast.director, entry=event.entries.get(person=person), at=MARCH)
        undone(cast, event, moved(cast, event, person, game))
        assert here(person), "they were here before they were seated"
    assert not here(players[9])
    sit_down(by=players[4], game=second, person=players[9], at=MARCH)
    assert here(players[9]), "whoever keeps the table says so too"
    Event.objects.filter(pk=event.pk).update(entry_requirements="Members of the club.")
    asked = partial(moved, cast, event, players[0], second)
    refused("requirements-open", asked)


@pytest.mark.both_databases
def test_sitting_down_that_is_undone_at_the_table_undoes_the_check_in(cast: Cast) -> None:
    event, players = sanctioned_event(cast), cast.players
    game = drawn_table(cast, players[:4], event=event)
    entry = enter_event(by=cast.director, event=event, person=players[5], at=MARCH)
    sit_down(by=players[0], game=game, person=players[5], at=MARCH)
    undo_step(by=players[0], game=game, person=players[5], step="sit", stanzas=0)
    entry.refresh_from_db()
    assert not entry.is_present


def test_whoever_waits_at_a_table_is_there(cast: Cast) -> None:
    """And plays in the next round, also where a split seats them without anybody's further doing."""
    event = sanctioned_event(cast)
    game = drawn_table(cast, cast.players[:5], event=event)
    person = cast.players[6]
    entry = enter_event(by=cast.director, event=event, person=person, at=MARCH)
    assert not entry.is_present
    wait_at_table(by=cast.director, game=game, person=person, at=MARCH)
    entry.refresh_from_db()
    assert entry.is_present
