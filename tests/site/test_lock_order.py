"""Locks have one order: the event, the people, its games; with real threads on PostgreSQL.

Each act is begun while another holds the lock that it asks for first, and who holds it goes on to the next:
did the act hold that one already, each would wait for the other.
"""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from sanctioning.identity.same_person import hold
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast, make_cast, open_table, sanctioned_event
from tests.support.play import drawn_table, play
from tests.support.racing import in_the_middle
from tests.support.team_events import newcomers
from tournaments.directing.services.moving_players import free_player
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.entries.services.rulings import rule_on_entry
from tournaments.events.services.locks import locked_event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.services.games import locked_game, seat_players
from tournaments.rounds.models.round import Round
from tournaments.rounds.services.games_of_round import take_back_round
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.tables.services.seating import wait_at_table
from tournaments.tables.services.splits import decide_split


def planned_again(cast: Cast) -> Round:
    """A round of two tables that was taken back: it is not confirmed yet, and its games are void."""
    event = sanctioned_event(cast, name="Rounds")
    for person in cast.players[:6]:
        entry = enter_event(by=cast.director, event=event, person=person, at=MARCH)
        check_in(by=cast.director, entry=entry, at=MARCH)
    new_round = plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=3, at=MARCH)
    confirm_round(by=cast.director, round=new_round, at=MARCH)
    return take_back_round(by=cast.director, round=new_round, why="Too early.", at=MARCH)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_who_acts_at_once_waits_and_never_for_each_other() -> None:
    cast = make_cast()
    game = drawn_table(cast, cast.players[:8])
    event, [late, last] = game.event, newcomers(cast, 2)
    play(cast, game, 1, Random(1))
    for person in cast.players[8:]:
        wait_at_table(by=cast.director, game=game, person=person, at=MARCH)
    other = open_table(cast, event, [late])
    the_event, the_game = partial(locked_event, event), partial(locked_game, game.pk)
    free = partial(free_player, by=cast.director, event=event, person=late, at=MARCH)
    seat = partial(seat_players, by=cast.director, game=other, people=[last], at=MARCH)
    appoint = partial(
        appoint_acting_executor,
        by=cast.managing,
        game=other,
        appointment=cast.executor_appointment,
        at=MARCH,
    )
    rule = partial(
        rule_on_entry,
        by=cast.executor,
        event=event,
        person=last,
        admitted=True,
        what="Asked.",
        reason="May play.",
        at=MARCH,
    )
    split = partial(decide_split, by=cast.executor, game=game, groups=2, at=MARCH)
    [freed] = in_the_middle(the_event, [free], partial(hold, [late]))
    [seated] = in_the_middle(partial(hold, [last]), [seat], partial(locked_game, other.pk))
    [appointed] = in_the_middle(partial(hold, [cast.executor]), [appoint], partial(locked_game, other.pk))
    [ruled] = in_the_middle(partial(hold, [last]), [rule], the_game)
    [split_game] = in_the_middle(the_event, [split], the_game)
    taken_back = planned_again(cast)
    void = taken_back.event.games.order_by("pk")[0]
    confirm = partial(confirm_round, by=cast.director, round=taken_back, at=MARCH)
    [_, last_to_sit] = [table[-1] for table in taken_back.tables]
    of_the_second = Person.objects.get(number=last_to_sit)
    [confirmed] = in_the_middle(partial(hold, [of_the_second]), [confirm], partial(locked_game, void.pk))
    answers = [freed, seated, appointed, ruled, split_game, confirmed]
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
