"""Appointing an executor while somebody else appoints, seats or enters."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from tests.cast import (
    MARCH,
    make_cast,
    sanctioned_event,
)
from tests.support.racing import all_at_once
from tests.tournaments.executors.test_executors import DAY, bare_game
from tournaments.entries.services.entries import enter_event
from tournaments.executors.selectors.proposals import troubled_games
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.games.services.games import seat_players


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_an_executor_is_not_given_to_two_halls_at_once() -> None:
    cast = make_cast()
    games = [bare_game(cast, sanctioned_event(cast, name=f"Hall {number}")) for number in range(4)]
    answers = all_at_once(
        [
            partial(
                appoint_acting_executor,
                by=cast.managing,
                game=game,
                appointment=Appointment.objects.get(pk=cast.executor_appointment.pk),
                at=MARCH,
            )
            for game in games
        ]
    )
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["executor-busy"] * 3
    assert Game.objects.filter(acting_executor__isnull=False).count() == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_seating_and_appointing_at_once_one_sees_the_other() -> None:
    cast = make_cast()
    for number in range(4):
        game = bare_game(cast, sanctioned_event(cast, name=f"Hall {number}", at=MARCH + number * DAY))
        acts: list[Callable[[], object]] = [
            partial(seat_players, by=cast.director, game=game, people=[cast.executor], at=MARCH),
            partial(
                appoint_acting_executor,
                by=cast.managing,
                game=game,
                appointment=cast.executor_appointment,
                at=MARCH,
            ),
        ]
        answers = all_at_once(acts)
        assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["executor-plays"]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_entering_and_appointing_at_once_never_pass_each_other_unseen() -> None:
    cast = make_cast()
    for number in range(4):
        event = sanctioned_event(cast, name=f"Hall {number}", at=MARCH + number * DAY)
        game = bare_game(cast, event)
        person: Person = cast.executor
        acts: list[Callable[[], object]] = [
            partial(enter_event, by=person, event=event, person=person, at=MARCH),
            partial(
                appoint_acting_executor,
                by=cast.managing,
                game=game,
                appointment=cast.executor_appointment,
                at=MARCH,
            ),
        ]
        entered, appointed = all_at_once(acts)
        seen = isinstance(appointed, Refusal) or isinstance(entered, Refusal) or bool(troubled_games(event))
        assert seen
