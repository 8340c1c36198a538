"""Claims, the registry and one's own data by the pages, and the same by the API."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from rest_framework.test import APIClient

from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.people.models.identity import Claim, Merge
from sanctioning.people.models.own_data import DataCopy
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from tests.cast import MARCH, Cast, account
from tests.fixtures import SignIn
from tests.support.keyed import keyed


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined]


@pytest.fixture
def olive(cast: Cast) -> Person:
    return register_person(
        by=cast.registrar, given_names="Olive", family_name="Older", home_club=cast.club, at=MARCH
    )


def newcomer() -> Client:
    client = Client()
    client.force_login(account("olive@example.org"))
    return client


def test_a_code_from_the_club_joins_the_record(cast: Cast, sign_in: SignIn, olive: Person) -> None:
    director, stranger = sign_in(cast.director), newcomer()
    assert "Link your record" in text(stranger.get("/me/"))
    page = text(director.get(f"/people/{olive.number}/"))
    assert "Correct the record" not in page
    page = text(director.post(f"/people/{olive.number}/code/"))
    match = re.search(r"[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}", page)
    assert match is not None
    wrong = stranger.post("/claim/", {"act": "code", "code": "K7QM-2RTX-9WB4"})
    assert (wrong.status_code, "K7QM-2RTX-9WB4" in text(wrong)) == (422, True)
    assert "This is your record" in text(
        stranger.post("/claim/", {"act": "code", "code": match[0]}, follow=True)
    )
    assert stranger.get("/claim/").status_code == 302


@pytest.mark.both_databases
def test_asking_refusing_asking_again_and_being_registered(cast: Cast, sign_in: SignIn) -> None:
    stranger, registrar = newcomer(), sign_in(cast.registrar)
    assert stranger.post("/claim/", {"act": "ask", "given_names": "Olive"}).status_code == 422
    stranger.post("/claim/", {"act": "ask", "given_names": "Olive", "family_name": "Older"})
    assert "The registrar has your request" in text(stranger.get("/claim/"))
    claim = Claim.objects.get()
    address = f"/people/claims/{claim.pk}/"
    silent = registrar.post(address, {"act": "refuse", "reason": ""})
    assert silent.status_code == 422
    wrong = registrar.post(address, {"act": "accept", "number": "W-999", "reason": "Known."})
    assert wrong.status_code == 422
    assert all(typed in text(wrong) for typed in ("Known.", 'value="W-999"'))
    registrar.post(address, {"act": "refuse", "reason": "Which club do you play at?"})
    assert "Which club do you play at?" in text(stranger.get("/claim/"))
    stranger.post("/claim/", {"act": "ask", "given_names": "Olive", "family_name": "Older"})
    again = Claim.objects.get(state="waiting")
    done = registrar.post(
        f"/people/claims/{again.pk}/", {"act": "new", "home_club": cast.club.slug}, follow=True
    )
    assert "The account is now linked to" in text(done)
    assert "Olive Older" in text(stranger.get("/me/"))


@pytest.mark.both_databases
def test_registering_warns_of_a_double_and_keeps_what_was_typed(
    cast: Cast, sign_in: SignIn, olive: Person
) -> None:
    director = sign_in(cast.director)
    form = {"given_names": "Olive", "family_name": "Older", "address": "Mill Lane"}
    warned = director.post("/people/new/", form)
    page = text(warned)
    assert (warned.status_code, olive.number in page, "Mill Lane" in page) == (409, True, True)
    done = director.post("/people/new/", {**form, "seen": "yes"}, follow=True)
    assert "is registered with the number" in text(done)
    assert sign_in(cast.players[0]).get("/people/new/").status_code == 403


def test_merging_and_undoing_at_the_registrar_s_desk(cast: Cast, sign_in: SignIn, olive: Person) -> None:
    registrar, ash = sign_in(cast.registrar), cast.players[0]
    address = f"/people/{ash.number}/"
    wrong = registrar.post(f"{address}merge/", {"other": olive.number, "reason": ""})
    assert (wrong.status_code, olive.number in text(wrong)) == (422, True)
    refused = registrar.post(f"{address}merge/", {"other": cast.players[1].number, "reason": "One hand."})
    assert (refused.status_code, "Close the other" in text(refused)) == (409, True)
    page = text(
        registrar.post(f"{address}merge/", {"other": olive.number, "reason": "One hand."}, follow=True)
    )
    assert f"is now part of the record of {ash.name}" in page
    assert Client().get(f"/players/{olive.number}/").headers["Location"] == f"/players/{ash.number}/"
    assert registrar.get(f"/people/{olive.number}/").headers["Location"] == address
    merge = Merge.objects.get()
    for nonsense in ("²", "9" * 5000, "-1", ""):
        assert (
            registrar.post(f"{address}undo/", {"merge": nonsense, "reason": "A cousin."}).status_code == 404
        )
    page = text(registrar.post(f"{address}undo/", {"merge": merge.pk, "reason": "A cousin."}, follow=True))
    assert "is a separate record again" in page
    assert "A cousin." in page


@pytest.mark.both_databases
def test_correcting_and_closing_an_account(cast: Cast, sign_in: SignIn) -> None:
    registrar, ash = sign_in(cast.registrar), cast.players[0]
    address = f"/people/{ash.number}/"
    form = {"given_names": "Anna", "family_name": "Ash", "birth_date": "1950-01-02", "email": "nonsense"}
    wrong = registrar.post(f"{address}correct/", {**form, "why": "A slip."})
    assert (wrong.status_code, "is not an e-mail address" in text(wrong), "A slip." in text(wrong)) == (
        422,
        True,
        True,
    )
    registrar.post(f"{address}correct/", {**form, "email": "", "why": "A slip."})
    assert Person.objects.get(pk=ash.pk).name == "Anna Ash"
    registrar.post(f"{address}close/", {"reason": "Two accounts."})
    assert Person.objects.get(pk=ash.pk).account is None


@pytest.mark.both_databases
def test_own_data_copies_and_the_wish_to_be_forgotten(cast: Cast, sign_in: SignIn) -> None:
    ash = cast.players[0]
    client, other = sign_in(ash), sign_in(cast.players[1])
    form = {"email": "a@example.org", "address": "Mill Lane", "publicity": "number", "home_club": ""}
    assert "Your details are saved" in text(client.post("/me/data/", form, follow=True))
    assert client.post("/me/data/", {**form, "email": "nonsense"}).status_code == 422
    assert Client().get(f"/players/{ash.number}/").status_code == 404
    assert "waiting its turn" in text(client.post("/me/data/copies/", follow=True))
    copy = f"/me/data/copies/{DataCopy.objects.get().pk}.zip"
    assert client.get(copy).status_code == 409
    run_waiting()
    assert "Download" in text(client.get("/me/data/"))
    assert client.get(copy).content.startswith(b"PK")
    assert (other.get(copy).status_code, sign_in(cast.registrar).get(copy).status_code) == (404, 404)
    forget = "/me/data/forget/"
    client.post(forget, {"act": "ask"})
    assert client.post(forget, {"act": "confirm", "number": "W-1"}).status_code == 422
    assert "Take it back" in text(client.post(forget, {"act": "confirm", "number": ash.number}, follow=True))
    people = text(sign_in(cast.registrar).get("/people/"))
    assert ash.name in people
    assert 'action="#people"' in people, "what is shown is below the requests"
    assert "Nothing was changed" in text(client.post(forget, {"act": "back"}, follow=True))


def api(person: Person) -> APIClient:
    client = APIClient()
    client.force_authenticate(person.account)
    return client


@pytest.mark.both_databases
def test_programs_do_the_same(cast: Cast, olive: Person) -> None:
    registrar, ash, director = api(cast.registrar), api(cast.players[0]), api(cast.director)
    stranger = APIClient()
    stranger.force_authenticate(account("olive@example.org"))
    form = {"given_names": "Olive", "family_name": "Older"}
    assert director.post("/api/v1/people/", form, format="json", **keyed()).status_code == 409
    assert (
        director.post(
            "/api/v1/people/", {**form, "knowing_doubles": True}, format="json", **keyed()
        ).status_code
        == 201
    )
    assert [client.get("/api/v1/people/").status_code for client in (registrar, director, ash)] == [
        200,
        403,
        403,
    ]
    code = director.post(f"/api/v1/people/{olive.number}/code/").json()["code"]
    assert stranger.post("/api/v1/claims/", {"code": code}, format="json").json()["number"] == olive.number
    other = register_person(by=cast.registrar, given_names="P", family_name="Paper", at=MARCH)
    act = f"/api/v1/people/{olive.number}"
    reason = {"reason": "One hand."}
    seen = registrar.post(f"{act}/merge/", {"other": other.number, **reason}, format="json").json()
    assert seen["numbers"] == [other.number]
    merge = {"merge": seen["merges"][0]["id"], **reason}
    assert registrar.post(f"{act}/undo/", merge, format="json").json()["numbers"] == []
    seen = registrar.post(f"{act}/correct/", {"birth_date": "1950-01-02", **reason}, format="json").json()
    assert (seen["birth_date"], seen["name"]) == ("1950-01-02", "Olive Older")
    seen = registrar.post(f"{act}/correct/", {"birth_date": None, **reason}, format="json").json()
    assert (seen["birth_date"], seen["name"]) == (None, "Olive Older")
    assert director.post(f"{act}/merge/", {"other": other.number, **reason}, format="json").status_code == 403
    own = {"email": "", "address": "", "home_club": cast.club.slug, "publicity": "results"}
    assert ash.put("/api/v1/me/data/", own, format="json").json()["publicity"] == "results"
    assert ash.post("/api/v1/me/copies/").status_code == 201
    assert len(ash.get("/api/v1/me/copies/").json()) == 1
    assert ash.post("/api/v1/me/forget/", {"act": "ask"}, format="json").json()["state"] == "asked"
    assert registrar.post(f"{act}/close/", reason, format="json").json()["signs_in"] is False
    stranger.force_authenticate(account("nell@example.org"))
    claim = stranger.post("/api/v1/claims/", {"ask": {"family_name": "New"}}, format="json").json()["claim"]
    of_the_club = {"home_club": cast.club.slug}
    accepted = registrar.post(f"/api/v1/claims/{claim}/accept/", of_the_club, format="json").json()
    assert accepted["name"] == "New"
    assert Person.objects.get(number=accepted["number"]).home_club == cast.club
