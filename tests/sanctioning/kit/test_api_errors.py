"""However the API says no, a program reads one problem document (RFC 9457)."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from drf_spectacular.generators import EndpointEnumerator, SchemaGenerator
from openapi_spec_validator import OpenAPIV31SpecValidator
from rest_framework.test import APIClient

from sanctioning.kit.api.endpoints import Endpoint
from sanctioning.kit.sent_once.keys import HEADER
from tests.cast import Cast
from tests.sanctioning.kit.test_messages import client_of
from tests.support.keyed import keyed

SHAPE = {"type", "title", "status", "detail", "code", "sentence", "rule", "remedy", "facts"}
TERMS = "/api/v1/offices/"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/v1/nowhere/at/all/", 404, "not-found"),
        ("/api/v1/clubs/nowhere/", 404, "not-found"),
        ("/api/v1/messages/", 401, "not-authenticated"),
        ("/api/v1/players/%00/", 400, "null-character"),
    ],
)
def test_an_address_that_answers_nothing_says_so(db: None, path: str, status: int, code: str) -> None:
    answer = APIClient().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    body = answer.json()
    assert set(body) == SHAPE
    assert (body["code"], bool(body["sentence"]), bool(body["remedy"])) == (code, True, True)
    assert (body["status"], body["detail"]) == (status, body["sentence"])
    about = APIClient().get(urlsplit(body["type"]).path)
    assert (about.status_code, f"<code>{code}</code>" in about.content.decode()) == (200, True)


def test_a_page_that_is_not_there_stays_a_page(db: None) -> None:
    answer = APIClient().get("/nowhere/at/all/")
    assert (answer.status_code, b"<!DOCTYPE html>" in answer.content) == (404, True)
    assert APIClient().get("/api/v1/calendar").headers["Location"] == "/api/v1/calendar/"


def test_a_method_that_an_address_does_not_know(db: None) -> None:
    answer = APIClient().post("/api/v1/calendar/")
    assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")
    assert "GET" in answer["Allow"]


def test_fields_that_are_wrong_are_named_one_by_one(cast: Cast) -> None:
    client = APIClient()
    client.force_authenticate(cast.managing.account)
    answer = client.post(TERMS, {"person": cast.players[0].number, "office": "king"}, format="json")
    body = answer.json()
    assert (answer.status_code, set(body), body["code"]) == (400, SHAPE, "fields-wrong")
    assert set(body["facts"]["fields"]) == {"office", "first_day"}
    assert "office: " in body["sentence"]
    assert "first_day: This field is required." in body["sentence"]


@pytest.mark.parametrize(("sent", "refused"), [("\0", True), ("a\0b", True), ("\\u0000", False)])
def test_json_with_a_null_character_reaches_no_database(cast: Cast, sent: str, refused: bool) -> None:
    client = APIClient()
    client.force_authenticate(cast.managing.account)
    planned = {"planned": {"until": sent}, "person": cast.players[0].number}
    answer = client.post(TERMS, planned, format="json")
    assert answer.status_code == 400
    assert (answer.json()["code"] == "json-unreadable") is refused


def test_what_is_wrong_within_a_list_is_named_by_its_place(cast: Cast) -> None:
    client = APIClient()
    client.force_authenticate(cast.managing.account)
    answer = client.post("/api/v1/bank/", [1, 2], format="json")
    assert (answer.status_code, set(answer.json())) == (400, SHAPE)


@pytest.mark.parametrize("token", ["", "Bearer saas_nobody", "Bearer", "Basic dTpw"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_whoever_shows_no_valid_token_is_told_how_to(db: None, method: str, token: str) -> None:
    headers = {"Authorization": token} if token else {}
    client = APIClient(enforce_csrf_checks=True)
    answer = client.generic(method.upper(), "/api/v1/tokens/", "{}", "application/json", headers=headers)
    body = answer.json()
    asks = 'Bearer error="invalid_token"' if token == "Bearer saas_nobody" else "Bearer"
    assert (answer.status_code, answer["WWW-Authenticate"], set(body)) == (401, asks, SHAPE)
    assert "Authorization: Bearer" in body["remedy"]
    assert "CSRF" not in f"{body}"


def test_a_browser_that_is_signed_in_still_sends_its_csrf_token(cast: Cast) -> None:
    client = APIClient(enforce_csrf_checks=True)
    assert cast.managing.account is not None
    client.force_login(cast.managing.account)
    answer = client.post("/api/v1/tokens/", {"name": "Mine"}, format="json")
    assert (answer.status_code, "CSRF" in answer.json()["sentence"]) == (403, True)


def test_a_page_past_the_end_ends_the_list(cast: Cast) -> None:
    client = APIClient()
    client.force_authenticate(cast.managing.account)
    for path in ("/api/v1/clubs/", "/api/v1/messages/"):
        assert client.get(path, {"page": 1}).status_code == 200
        for page in ("2", "9999", "9" * 30):
            answer = client.get(path, {"page": page})
            body = answer.json()
            assert (answer.status_code, body["code"], body["facts"]) == (404, "page-past-end", {"pages": 1})
        for nonsense in ("0", "-1", "first", "1.5"):
            assert client.get(path, {"page": nonsense}).status_code == 400


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return document


def test_the_whole_schema_is_valid(schema: dict[str, Any]) -> None:
    plain = json.loads(json.dumps(schema, default=str))
    assert [str(error) for error in OpenAPIV31SpecValidator(plain).iter_errors()] == []


def test_the_key_is_declared_exactly_where_it_is_honoured(schema: dict[str, Any]) -> None:
    """Every endpoint that changes something is one that does once what is sent twice, and says so."""
    for endpoint in EndpointEnumerator().get_api_endpoints():
        path, _regex, method, callback = endpoint
        if path.startswith("/api/v1/schema"):
            continue
        names = {
            parameter["name"] for parameter in schema["paths"][path][method.lower()].get("parameters", ())
        }
        honoured = issubclass(callback.cls, Endpoint) and method != "GET"
        assert (HEADER in names) == honoured == (method != "GET"), f"{method} {path}"


def test_the_schema_tells_the_shape_of_every_refusal(schema: dict[str, Any]) -> None:
    answers = [
        operation["responses"]["default"]["content"]["application/problem+json"]["schema"]["$ref"]
        for operations in schema["paths"].values()
        for operation in operations.values()
    ]
    assert set(answers) == {"#/components/schemas/Problem"}
    assert set(schema["components"]["schemas"]["Problem"]["properties"]) == SHAPE


def test_what_is_changed_is_answered_as_the_schema_says(cast: Cast, schema: dict[str, Any]) -> None:
    client = APIClient()
    client.force_authenticate(cast.managing.account)
    answer = client.post("/api/v1/authority/", {"name": "Mountain Card Federation"}, **keyed())
    described = schema["paths"]["/api/v1/authority/"]["post"]["responses"]
    assert (answer.status_code, str(answer.status_code) in described) == (200, True)


def test_a_member_that_nothing_reads_is_refused(cast: Cast) -> None:
    sent = {"name": "New Club", "plaice": "Arden"}
    refused = client_of(cast.managing).post("/api/v1/club-applications/", sent, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (400, "member-unknown")
    assert refused.json()["facts"]["unknown"] == ["plaice"]
    assert "`place`" in refused.json()["remedy"]


def test_a_member_within_another_is_named_by_the_way_to_it(cast: Cast) -> None:
    sent = {"ask": {"family_name": "Seeker", "given": "A"}}
    refused = client_of(cast.managing).post("/api/v1/claims/", sent, "application/json")
    assert refused.json()["facts"]["unknown"] == ["ask.given"]
    assert "`ask.given_names`" in refused.json()["remedy"]


def test_without_the_last_slash_a_program_is_told_the_address(cast: Cast) -> None:
    for method in ("post", "put", "patch", "delete"):
        answer = getattr(Client(), method)("/api/v1/webhooks")
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
        assert answer.json()["facts"] == {"address": "/api/v1/webhooks/"}
        assert "/api/v1/webhooks/" in answer.json()["remedy"]
    nowhere = Client().post("/api/v1/nothing")
    assert (nowhere.status_code, nowhere.json()["facts"]) == (404, {})
    reading = Client().get("/api/v1/clubs?size=1")
    assert (reading.status_code, reading["Location"]) == (301, "/api/v1/clubs/?size=1")
    assert (reading.content, reading.has_header("Content-Type")) == (b"", False)
    assert Client().get("/results")["Location"] == "/results/"
