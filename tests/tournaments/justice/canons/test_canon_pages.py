"""The pages of canons: a violation noted on the floor, taken back, and told to the player on his own page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.knockout import KNOCKOUT
from tests.support.team_events import enter_teams, newcomers, seat_in_order, signed_in, team_event
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.formats.registry import registered
from tournaments.justice.canons.models import CanonStep, SatOut
from tournaments.justice.canons.services import note_violation

PAGE = "/events/evening-of-knockout/canons/"


@pytest.fixture(autouse=True)
def knockout() -> Iterator[None]:
    with registered(KNOCKOUT):
        yield


@pytest.fixture
def event(cast: Cast) -> Event:
    return team_event(cast, "knockout", "knockout-1")


@pytest.mark.both_databases
def test_a_violation_is_noted_taken_back_and_told(cast: Cast, event: Event) -> None:
    director, ash = signed_in(cast.director), cast.players[0]
    assert "Nobody is entered yet" in director.get(PAGE).content.decode()
    enter_event(by=cast.director, event=event, person=ash, at=MARCH)
    form = {"player": ash.number, "kind": "disruption", "what": "He shouted.", "key": "a"}
    assert director.post(PAGE, {**form, "what": ""}).status_code == 422
    wrong = director.post(PAGE, {**form, "choice": "exclude"})
    assert wrong.status_code == 422
    assert "He shouted." in wrong.content.decode()
    for key in ("a", "a", "b"):
        assert director.post(PAGE, {**form, "key": key}).status_code == 302
    shown = director.get(PAGE).content.decode()
    assert "suspension from the next tournament entered" in shown
    assert CanonStep.objects.count() == 2
    own = signed_in(ash).get("/me/", follow=True).content.decode()
    assert "Violations that count" in own
    assert "Suspended from the next event of Knock-out" in own
    assert "Violations that count" not in Client().get(f"/players/{ash.number}/").content.decode()
    last = CanonStep.objects.order_by("-pk")[0]
    assert director.post(f"{PAGE}{last.pk}/take-back/", {"why": " "}).status_code == 422
    assert director.post(f"{PAGE}{last.pk}/take-back/", {"why": "Not he."}).status_code == 302
    assert director.post(f"{PAGE}{last.pk}/forget/", {"why": "Not he."}).status_code == 404
    assert "Withdrawn: Not he." in director.get(PAGE).content.decode()
    assert "Suspended from" not in signed_in(ash).get("/me/", follow=True).content.decode()


@pytest.mark.both_databases
def test_a_suspended_player_is_refused_on_the_page_of_teams_and_by_programs(cast: Cast, event: Event) -> None:
    director, [ash, elm] = signed_in(cast.director), cast.players[:2]
    enter_event(by=cast.director, event=event, person=ash, at=MARCH)
    for _again in range(2):
        sent = {"person": ash.number, "kind": "disruption", "what": "Loud."}
        answer = director.post("/api/v1" + PAGE, sent, content_type="application/json")
        assert answer.status_code == 201, answer.content
    book = director.get("/api/v1" + PAGE).json()
    assert [line["step"] for line in book["lines"]][1] == "a written warning from the board"
    other = sanctioned_event(cast, name="Another", format_slug="knockout", at=MARCH)
    team = {"name": "Trees", "player-A": ash.number, "player-B": elm.number}
    refused = director.post(f"/events/{other.slug}/teams/", team)
    assert refused.status_code == 409
    text = refused.content.decode()
    assert "was suspended at Evening of knockout from the next event they enter, which is Another" in text
    assert "Rule: Canon 3 (B-48)" in text
    assert not other.teams.exists()


def test_whom_the_director_may_not_enter_sits_that_event_out(cast: Cast, event: Event) -> None:
    director, ash = signed_in(cast.director), cast.players[0]
    enter_event(by=cast.director, event=event, person=ash, at=MARCH)
    for _again in range(2):
        arguments: dict[str, Any] = {"person": ash, "kind": "disruption", "what": "Loud.", "at": MARCH}
        note_violation(by=cast.director, event=event, **arguments)
    other = sanctioned_event(cast, name="Another", format_slug="knockout", at=MARCH)
    answer = director.post(f"/events/{other.slug}/manage/enter/", {"number": ash.number})
    assert answer.status_code == 409
    assert "They miss this event, which is noted" in answer.content.decode()
    assert SatOut.objects.get().event == other


def test_whom_it_is_for(cast: Cast, event: Event) -> None:
    teams = enter_teams(cast, event, 2)
    assert signed_in(cast.executor).get(PAGE).status_code == 403
    seat_in_order(cast, event, teams, {"cards": 1})
    manage = f'href="/events/{event.slug}/manage/"'
    assert manage in signed_in(cast.director).get(PAGE).content.decode()
    assert manage not in signed_in(cast.executor).get(PAGE).content.decode()
    [stranger] = newcomers(cast, 1)
    assert stranger.account is None
    assert signed_in(cast.outsider).get(PAGE).status_code == 403
    whoopie = team_event(cast, "military-whist", "alberta-55-plus")
    assert signed_in(cast.director).get(f"/events/{whoopie.slug}/canons/").status_code == 404
