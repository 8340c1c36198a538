"""Executors for programs: the same proposals, refusals and rights as the pages."""

from __future__ import annotations

import datetime as dt

import pytest
from rest_framework.test import APIClient

from sanctioning.kit.clock import noon, today
from sanctioning.people.models.person import Person
from tests.cast import Cast, sanctioned_event
from tests.support.keyed import keyed
from tournaments.entries.services.entries import enter_event
from tournaments.games.services.games import open_game

pytestmark = pytest.mark.both_databases

DAY = dt.timedelta(days=1)


def client_of(person: Person) -> APIClient:
    client = APIClient()
    client.force_authenticate(person.account)
    return client


def test_proposals_and_appointments(cast: Cast) -> None:
    at = noon(today())
    event = sanctioned_event(cast, at=at)
    for _ in range(2):
        open_game(by=cast.director, event=event, planned={"stanzas": 3}, at=at)
    managing, path = client_of(cast.managing), f"/api/v1/events/{event.slug}/executors/"
    assert client_of(cast.director).get(path).status_code == 404
    [proposal] = managing.get(path).json()
    assert [candidate["number"] for candidate in proposal["candidates"]] == [
        cast.executor.number,
        cast.managing.number,
    ]
    assert proposal["candidates"][0]["reasons"] == ["available", "does not cover Arden Hall"]
    answer = managing.post(path, {"executor": cast.executor.number, "game": 1}, format="json").json()
    assert [game["game_number"] for game in answer[0]["games"]] == [2]
    assert managing.post(path, {"executor": cast.executor.number}, format="json").json() == []
    again = managing.post(path, {"executor": cast.executor.number}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "no-game-waits")
    outsider = managing.post(path, {"executor": cast.outsider.number, "game": 1}, format="json")
    assert outsider.status_code == 400


def test_a_refusal_is_told(cast: Cast) -> None:
    at = noon(today())
    event = sanctioned_event(cast, at=at)
    open_game(by=cast.director, event=event, planned={"stanzas": 3}, at=at)
    enter_event(by=cast.executor, event=event, person=cast.executor, at=at)
    answer = client_of(cast.managing).post(
        f"/api/v1/events/{event.slug}/executors/", {"executor": cast.executor.number}, format="json"
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "executor-entered")


@pytest.mark.both_databases
def test_an_executor_keeps_his_own_page(cast: Cast) -> None:
    own, page = client_of(cast.executor), f"/api/v1/executors/{cast.executor.number}/"
    assert client_of(cast.director).get(page).status_code == 404
    own.post(f"{page}cover/", {"place": "Arden", "home": True}, format="json")
    own.post(f"{page}cover/", {"club": cast.club.slug}, format="json")
    day = today()
    own.post(
        f"{page}leave/", {"first_day": day, "last_day": day + DAY, "why": "Sea."}, format="json", **keyed()
    )
    conflict = {"with_person": cast.players[0].number, "why": "Cousins."}
    desk = own.post(f"{page}conflict/", conflict, format="json").json()
    assert [(area["place"], area["club_name"], area["home"]) for area in desk["areas"]] == [
        ("Arden", "", True),
        ("", "Arden Whoopie Club", False),
    ]
    assert [leave["why"] for leave in desk["leaves"]] == ["Sea."]
    [line] = desk["conflicts"]
    assert (line["name"], line["may_end"]) == (cast.players[0].name, True)
    ended = own.post(f"{page}end-conflict/", {"number": line["id"], "last_day": day}, format="json").json()
    assert ended["conflicts"][0]["last_day"] == day.isoformat()
    gone = own.post(f"{page}back/", {"number": 12345}, format="json")
    assert (gone.status_code, gone.json()["code"]) == (404, "line-gone")
    denied = client_of(cast.director).post(f"{page}cover/", {"place": "Stow"}, format="json")
    assert (denied.status_code, denied.json()["code"]) == (403, "not-allowed")
    listed = client_of(cast.managing).get("/api/v1/executors/").json()
    assert [line["number"] for line in listed] == [cast.executor.number, cast.managing.number]
    assert listed[0]["away_until"] == (day + DAY).isoformat()
    assert own.get("/api/v1/executors/").status_code == 404


def test_an_event_to_come_is_proposed_for_taken_over_and_ended(cast: Cast) -> None:
    at = noon(today())
    event = sanctioned_event(cast, at=at)
    managing, path = client_of(cast.managing), f"/api/v1/events/{event.slug}/executors/"
    [proposal] = managing.get(path).json()
    assert (proposal["games"], proposal["candidates"][0]["number"]) == ([], cast.executor.number)
    assert managing.post(path, {"executor": cast.executor.number}, format="json").json() == []
    take_over = {"executor": cast.executor.number, "other": cast.managing.number}
    assert client_of(cast.director).post(f"{path}replace/", take_over, format="json").status_code == 404
    [named] = managing.post(f"{path}replace/", take_over, format="json").json()
    assert (named["number"], named["may"]) == (cast.managing.number, True)
    assert managing.post(f"{path}replace/", take_over, format="json").status_code == 400
    nobody = managing.post(f"{path}replace/", {"executor": cast.managing.number}, format="json")
    assert nobody.status_code == 400
    assert managing.post(f"{path}end/", {"executor": cast.managing.number}, format="json").json() == []
