"""The same steps for programs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from sanctioning.kit.clock import today
from scoring.certificates.models import Certificate
from scoring.demo.sample_records import as_file
from tests.cast import MARCH, Cast, certified, open_table, record_of, sanctioned_event
from tests.support.keyed import keyed
from tournaments.games.models import Game
from tournaments.reports.models.report import Report

REPORTS = "/api/v1/events/spring-whoopie/games/1/reports/"


@pytest.fixture
def game(cast: Cast) -> Game:
    return open_table(cast, sanctioned_event(cast), cast.players[:4])


def client_of(person: Any) -> APIClient:
    client = APIClient()
    client.force_authenticate(person.account)
    return client


def send(client: APIClient, record: Any, key: str = "phone-1") -> Any:
    return client.post(
        REPORTS, as_file(record), content_type="application/json", headers={"Idempotency-Key": key}
    )


@pytest.mark.both_databases
def test_a_report_is_taken_once_and_answered_with_the_check(cast: Cast, game: Game) -> None:
    client, record = client_of(cast.players[0]), record_of(cast.players[:4])
    first, again = send(client, record), send(client, record)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert first.json()["check_document"]["ranking"][0] == [1, cast.players[0].number, 9]
    report = Report.objects.get()
    assert bytes(report.record) == as_file(record)


def test_the_api_says_no_as_the_services_do(cast: Cast, game: Game) -> None:
    record = record_of(cast.players[:4])
    assert send(APIClient(), record).status_code == 401
    denied = send(client_of(cast.outsider), record)
    assert (denied.status_code, denied.json()["code"]) == (403, "not-allowed")
    broken = send(client_of(cast.players[0]), {**record, "seats": 7})
    assert (broken.status_code, broken.json()["code"]) == (422, "record-malformed")
    assert broken.json()["facts"] == {"pointer": "/seats"}
    keyless = send(client_of(cast.players[0]), record, key="")
    assert (keyless.status_code, keyless.json()["code"]) == (422, "idempotency-key-missing")
    assert not Report.objects.exists()


def test_nothing_there_is_404(cast: Cast, client: Client) -> None:
    for path in (
        "/api/v1/events/none/",
        "/api/v1/events/none/games/1/",
        "/api/v1/players/W-99999-2/",
        "/api/v1/rosters/2025-05-15/",
    ):
        assert client.get(path).status_code == 404, path


def test_everything_public_can_be_read(cast: Cast, client: Client) -> None:
    certified(cast, sanctioned_event(cast), cast.players[:4])
    certificate = Certificate.objects.get()
    event = client.get("/api/v1/events/spring-whoopie/").json()
    assert event["games"][0]["placings"][0]["points"] == "3.0"
    game = client.get("/api/v1/events/spring-whoopie/games/1/").json()
    assert [placing["score"] for placing in game["standings"]] == [9, -3, -8, -11]
    assert game["awards"][0]["numbers"]["scale"] == ["3.0"]
    check = client.get(f"/api/v1/certificates/{certificate.code}/").json()
    assert (check["genuine"], check["points"]) == (True, "3.0")
    calendar = client.get("/api/v1/calendar/").json()
    assert [line["name"] for line in calendar["past"]] == ["Spring Whoopie"]
    assert today() > MARCH.date()


def test_codes_and_private_data_only_for_whom_they_are(cast: Cast) -> None:
    certified(cast, sanctioned_event(cast), cast.players[:4])
    winner = cast.players[0]
    path = f"/api/v1/players/{winner.number}/"
    seen = {
        name: client.get(path).json()
        for name, client in {
            "nobody": APIClient(),
            "other": client_of(cast.players[1]),
            "self": client_of(winner),
            "registrar": client_of(cast.registrar),
        }.items()
    }
    code = Certificate.objects.get().code
    assert {name: [paper["code"] for paper in answer["certificates"]] for name, answer in seen.items()} == {
        "nobody": [],
        "other": [],
        "self": [code],
        "registrar": [code],
    }
    private = {name: answer["private"] and answer["private"]["email"] for name, answer in seen.items()}
    assert private == {
        "nobody": None,
        "other": None,
        "self": "ash@example.org",
        "registrar": "ash@example.org",
    }


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ("[" * 100_000, "nested too deep"),
        ('{"why": "\\ud83d"}', "half a character"),
        ('{"why": ' + "9" * 5000 + "}", "too long or too large"),
        ("{", "Expecting property name"),
        (b"\xff\xfe", "UTF-8"),
        ('{"why": "a", "person": {"name": 1, "name": 2}}', "the member “name” is named twice"),
    ],
)
def test_json_that_nobody_can_use_is_refused(cast: Cast, sent: str | bytes, why: str) -> None:
    answer = client_of(cast.managing).post("/api/v1/bars/", sent, content_type="application/json", **keyed())
    assert (answer.status_code, answer.json()["code"]) == (400, "json-unreadable")
    assert why in answer.json()["sentence"]


def test_no_two_shapes_have_one_name(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    SchemaGenerator().get_schema(request=None, public=True)
    assert "identical names" not in capsys.readouterr().err


def test_the_schema_describes_every_address(db: None, client: Client) -> None:
    schema = client.get("/api/v1/schema/?format=json")
    paths = json.loads(schema.content)["paths"]
    described = {re.sub(r"{[^}]*}", "…", path) for path in paths}
    assert described | {"/api/v1/schema/"} == {
        f"/api/v1/{re.sub(r'<[^>]*>', '…', route)}" for route in api_routes()
    }


def api_routes() -> list[str]:
    """Every address under /api/v1/, as the address lists have it."""
    lists = [resolver for resolver in get_resolver().url_patterns if isinstance(resolver, URLResolver)]
    return [
        str(route.pattern)
        for resolver in lists
        if str(resolver.pattern) == "api/v1/"
        for route in resolver.url_patterns
    ]
