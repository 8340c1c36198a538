"""Clubs and offices for programs: the same steps and refusals as the pages."""

from __future__ import annotations

import datetime as dt

import pytest
from rest_framework.test import APIClient

from sanctioning.kit.clock import today
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from tests.cast import Cast


def client_of(person: Person) -> APIClient:
    client = APIClient()
    client.force_authenticate(person.account)
    return client


def test_a_club_from_its_registration_to_a_director(cast: Cast) -> None:
    stranger, managing = client_of(cast.outsider), client_of(cast.managing)
    club = stranger.post("/api/v1/club-applications/", {"name": "Strays", "place": "Stow"}, format="json")
    assert (club.status_code, club.json()["turn"]["whose"]) == (201, "authority")
    taken = stranger.post("/api/v1/club-applications/", {"name": "Strays"}, format="json")
    assert (taken.status_code, taken.json()["code"]) == (409, "club-name-taken")
    assert [club["slug"] for club in managing.get("/api/v1/club-applications/").json()] == ["strays"]
    assert stranger.get("/api/v1/club-applications/").status_code == 404
    assert stranger.post("/api/v1/clubs/strays/desk/approve/").json()["code"] == "not-allowed"
    assert managing.post("/api/v1/clubs/strays/desk/approve/").json()["state"] == "approved"
    term = {"person": cast.players[0].number, "office": "director", "first_day": today().isoformat()}
    answer = stranger.post("/api/v1/clubs/strays/desk/terms/", term)
    assert (answer.status_code, answer.json()["time"]) == (201, "now")
    wrong = stranger.post("/api/v1/clubs/strays/desk/terms/", {**term, "office": "registrar"})
    assert wrong.status_code == 400
    assert client_of(cast.director).get("/api/v1/clubs/strays/desk/").status_code == 404
    assert client_of(cast.director).get("/api/v1/clubs/nowhere/desk/").status_code == 404


@pytest.mark.both_databases
def test_offices_are_given_ended_and_passed_on(cast: Cast) -> None:
    managing, day = client_of(cast.managing), today()
    term = {"person": cast.outsider.number, "office": "college-member", "first_day": day.isoformat()}
    appointment = managing.post("/api/v1/offices/", term).json()
    held = {office["office"]: office for office in managing.get("/api/v1/offices/").json()}
    assert [member["number"] for member in held["college-member"]["now"]] == [cast.outsider.number]
    assert client_of(cast.registrar).get("/api/v1/offices/").status_code == 404
    ended = managing.post(
        f"/api/v1/terms/{appointment['id']}/end/", {"day": day.isoformat(), "why": "Moves."}
    )
    assert (ended.json()["last_day"], ended.json()["ended_for"]) == (day.isoformat(), "Moves.")
    own = Appointment.objects.get(person=cast.managing, office=Office.MANAGING_EXECUTOR)
    alone = managing.post(f"/api/v1/terms/{own.pk}/end/", {"day": day.isoformat(), "why": "Tired."})
    assert (alone.status_code, alone.json()["code"]) == (409, "last-managing-executor")
    nobody = managing.post(f"/api/v1/terms/{own.pk}/pass/", {"day": day.isoformat(), "why": "-"})
    assert nobody.json()["code"] == "term-incomplete"
    coming = {**term, "office": "registrar", "first_day": (day + dt.timedelta(days=9)).isoformat()}
    number = managing.post("/api/v1/offices/", coming).json()["id"]
    assert managing.post(f"/api/v1/terms/{number}/revoke/", {"why": "A mistake."}).status_code == 204
    assert managing.post(f"/api/v1/terms/{number}/revoke/", {"why": "Again."}).status_code == 404
