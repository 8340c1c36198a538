"""However the API says no, a program reads one shape: code, sentence, rule, remedy and facts."""

from __future__ import annotations

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from tests.cast import Cast

pytestmark = pytest.mark.once
SHAPE = {"code", "sentence", "rule", "remedy", "facts"}
TERMS = "/api/offices/"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/nowhere/at/all/", 404, "not-found"),
        ("/api/clubs/nowhere/", 404, "not-found"),
        ("/api/messages/", 403, "not-authenticated"),
        ("/api/players/%00/", 400, "null-character"),
    ],
)
def test_an_address_that_answers_nothing_says_so(db: None, path: str, status: int, code: str) -> None:
    answer = APIClient().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/json")
    said = answer.json()
    assert set(said) == SHAPE
    assert (said["code"], bool(said["sentence"]), bool(said["remedy"])) == (code, True, True)


def test_a_page_that_is_not_there_stays_a_page(db: None) -> None:
    answer = APIClient().get("/nowhere/at/all/")
    assert (answer.status_code, b"<!doctype html>" in answer.content) == (404, True)
    assert APIClient().get("/api/calendar").headers["Location"] == "/api/calendar/"


def test_a_method_that_an_address_does_not_know(db: None) -> None:
    answer = APIClient().post("/api/calendar/")
    assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")
    assert "GET" in answer["Allow"]


def test_fields_that_are_wrong_are_named_one_by_one(cast: Cast) -> None:
    client = APIClient()
    client.force_authenticate(cast.managing.account)
    answer = client.post(TERMS, {"person": cast.players[0].number, "office": "king"}, format="json")
    said = answer.json()
    assert (answer.status_code, set(said), said["code"]) == (400, SHAPE, "fields-wrong")
    assert set(said["facts"]["fields"]) == {"office", "first_day"}
    assert "office: " in said["sentence"]
    assert "first_day: This field is required." in said["sentence"]


def test_what_is_wrong_within_a_list_is_named_by_its_place(cast: Cast) -> None:
    client = APIClient()
    client.force_authenticate(cast.managing.account)
    answer = client.post("/api/bank/", [1, 2], format="json")
    assert (answer.status_code, set(answer.json())) == (400, SHAPE)


def test_the_schema_tells_the_shape_of_every_refusal() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    answers = [
        operation["responses"]["default"]["content"]["application/json"]["schema"]["$ref"]
        for operations in schema["paths"].values()
        for operation in operations.values()
    ]
    assert set(answers) == {"#/components/schemas/Refusal"}
    assert set(schema["components"]["schemas"]["Refusal"]["properties"]) == SHAPE
