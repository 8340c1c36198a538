"""Applications and fees for programs: the same steps, the same refusals, money with two places."""

from __future__ import annotations

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from rest_framework.test import APIClient

from sanctioning.fees.models import Payment
from sanctioning.kit.clock import noon, today
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from tests.cast import Cast, registered_event
from tests.support.fees import adopt_fees
from tests.support.keyed import keyed
from tournaments.events.services.events import apply_for_sanction

APPLICATION = "/api/v1/events/spring-whoopie/application/"


def client_of(person: Person) -> APIClient:
    client = APIClient()
    client.force_authenticate(person.account)
    return client


@pytest.fixture
def applied(cast: Cast) -> Cast:
    at = noon(today(), 0)
    adopt_fees(cast, today(), at)
    event = registered_event(
        cast, "Spring Whoopie", starts_at=noon(today(), 14), ends_at=noon(today(), 20), at=at
    )
    apply_for_sanction(
        by=cast.director,
        event=event,
        level=cast.levels["open"],
        event_type=cast.types["club-game"],
        at=at,
    )
    return cast


@pytest.mark.both_databases
def test_an_application_is_asked_about_approved_and_paid(applied: Cast) -> None:
    managing, director = client_of(applied.managing), client_of(applied.director)
    registrar = client_of(applied.registrar)
    answer = managing.post(f"{APPLICATION}return/", {"text": "How many tables?"}).json()
    assert (answer["state"], answer["turn"]["whose"], answer["fee"]) == ("returned", "club", "20.00")
    silent = director.post(f"{APPLICATION}answer/", {})
    assert (silent.status_code, silent.json()["code"]) == (422, "answer-missing")
    director.post(f"{APPLICATION}answer/", {"text": "Ten."})
    assert director.get(APPLICATION).json()["questions"][0]["answer"] == "Ten."
    managing.post(f"{APPLICATION}approve/")
    assert registrar.post("/api/v1/invoices/1/pay/", {}, **keyed()).status_code == 400
    part = registrar.post("/api/v1/invoices/1/pay/", {"amount": "7.50"}, **keyed()).json()
    assert (part["state"], part["open"]) == ("partly paid", "12.50")
    assert [line["label"] for line in registrar.get("/api/v1/invoices/").json()] == ["INV-00001"]
    file = {"text": f"date,amount,payer,reference\n{today()},12.50,A,INV-1\n", "book": False}
    assert registrar.post("/api/v1/bank/", file).json()[0]["state"] == "matched"
    assert Payment.objects.count() == 1
    registrar.post("/api/v1/bank/", {**file, "book": True})
    assert registrar.post("/api/v1/bank/", file).json()[0]["state"] == "booked already"
    assert director.get(APPLICATION).json()["sanction"] == "S-00001"
    account = director.get("/api/v1/clubs/arden-whoopie-club/account/").json()
    assert (account["balance"], account["invoices"][0]["state"]) == ("0.00", "paid")


def test_strangers_see_and_do_nothing(applied: Cast) -> None:
    client_of(applied.managing).post(f"{APPLICATION}approve/")
    stranger: Any = client_of(applied.outsider)
    for path in (APPLICATION, "/api/v1/invoices/1/", "/api/v1/clubs/arden-whoopie-club/account/"):
        assert stranger.get(path).status_code == 404
        assert APIClient().get(path).status_code == 401
    assert stranger.get("/api/v1/invoices/").json() == []
    assert stranger.post("/api/v1/bank/", {"text": "x"}).json()["code"] == "not-allowed"
    denied = client_of(applied.director).post("/api/v1/invoices/1/pay/", {"amount": "20"}, **keyed())
    assert (denied.status_code, Sanction.objects.get().state) == (403, "approved")


def test_the_schema_names_every_endpoint_and_is_valid(db: None) -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    validate_schema(schema)
    assert {"/api/v1/bank/", "/api/v1/invoices/{number}/{act}/"} <= set(schema["paths"])
