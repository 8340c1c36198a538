"""Rounds as whoever runs the event sees them: who entered and is in no draw, and everybody's full name."""

from __future__ import annotations

import datetime as dt

import pytest

from sanctioning.kit.clock import today
from sanctioning.people.models.person import PrivateData
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.tournaments.rounds.test_rounds import planned, present
from tournaments.entries.services.check_in import undo_check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.rounds.services.rounds import confirm_round

pytestmark = pytest.mark.both_databases

ROUNDS = "/events/spring-whoopie/rounds/"


def test_the_page_names_who_entered_and_is_not_in_the_draw_and_why(cast: Cast, sign_in: SignIn) -> None:
    event, director = present(cast, 8), sign_in(cast.director)
    undo_check_in(by=cast.director, entry=event.entries.get(person=cast.players[7]), at=MARCH)
    Event.objects.filter(pk=event.pk).update(capacity=8)
    enter_event(by=cast.director, event=event, person=cast.outsider, at=MARCH)

    def not_drawn() -> list[bool]:
        page = director.get(ROUNDS).content.decode()
        return [
            words in page
            for words in (
                f"Not checked in: {cast.players[7].name}.",
                f"On the waiting list, without a place: {cast.outsider.name}.",
            )
        ]

    assert not_drawn() == [True, True], "before the draw"
    round = planned(cast, event)
    assert not_drawn() == [True, True], "before it is confirmed"
    confirm_round(by=cast.director, round=round, at=MARCH)
    page = sign_in(cast.players[0]).get(ROUNDS).content.decode()
    assert "not in the draw" not in page, "this is for whoever runs the event"


def test_only_whoever_runs_the_event_reads_the_full_name_of_a_minor(cast: Cast, sign_in: SignIn) -> None:
    event, young = present(cast, 8), cast.players[0]
    born = today() - dt.timedelta(days=15 * 365)
    PrivateData.objects.update_or_create(person=young, defaults={"birth_date": born})
    confirm_round(by=cast.director, round=planned(cast, event), at=MARCH)
    [round] = event.rounds.all()
    initial = f"{young.given_names} {young.family_name[0]}."
    for person, name in ((cast.director, young.name), (cast.players[3], initial)):
        assert f"<li>{name}</li>" in sign_in(person).get(ROUNDS).content.decode()
    papers = sign_in(cast.director).get(f"{ROUNDS}{round.pk}/seats/").content.decode()
    assert f"{young.family_name[0]}., {young.given_names}" in papers, "on the wall as everybody may read it"
