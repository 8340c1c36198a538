"""Two people of one name at an event: wherever names stand alone, the member number tells them apart."""

from __future__ import annotations

from sanctioning.identity.names import told_apart
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from tests.cast import JANUARY, MARCH, Cast
from tests.tournaments.rounds.test_rounds import planned, present
from tournaments.directing.selectors.floor import floor_of, on_floor
from tournaments.directing.services.moving_players import free_player
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.rounds.selectors.rounds import games_for_cards, rounds_of, table_cards
from tournaments.rounds.selectors.seating import seating_of
from tournaments.rounds.services.rounds import confirm_round


def test_only_a_name_that_two_have_gets_the_number() -> None:
    names = {"W-1": "John Smith", "W-2": "JOHN SMITH", "W-3": "Ada Ash"}
    assert told_apart(names) == {"W-1": "John Smith (W-1)", "W-2": "JOHN SMITH (W-2)", "W-3": "Ada Ash"}


def _john_smith(cast: Cast) -> Person:
    return register_person(by=cast.registrar, given_names="John", family_name="Smith", at=JANUARY)


def test_namesakes_are_told_apart_on_lists_cards_and_the_floor(cast: Cast) -> None:
    event = present(cast, 6)
    johns = [_john_smith(cast), _john_smith(cast)]
    for john in johns:
        check_in(
            by=cast.director,
            entry=enter_event(by=cast.director, event=event, person=john, at=MARCH),
            at=MARCH,
        )
    wanted = {f"John Smith ({john.number})" for john in johns}
    sorted_names = {f"Smith, John ({john.number})" for john in johns}
    round = planned(cast, event, preferred=4)
    [detail] = rounds_of(event)
    assert {seat.name for table in detail.tables for seat in table.seats if "Smith" in seat.name} == wanted
    confirm_round(by=cast.director, round=round, at=MARCH)
    assert {sits.name for sits in seating_of(round) if "Smith" in sits.name} == sorted_names
    cards = table_cards(games_for_cards(event))
    assert {seat.name for card in cards for seat in card.seats if "Smith" in seat.name} == wanted

    # One of them without a table: the other at theirs is still told apart.
    free_player(by=cast.director, event=event, person=johns[0], at=MARCH)
    floor = floor_of(event, at=MARCH)
    [free] = floor.free
    assert free.name == f"John Smith ({johns[0].number})"
    assert on_floor(floor, johns[0]).name == free.name
    seated = {seat.name for table in floor.tables for seat in table.table.seats}
    assert f"John Smith ({johns[1].number})" in seated
