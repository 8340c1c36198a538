"""Nothing that a program sends is passed over: what nobody can use is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from sanctioning.api_docs.schema import schema
from tests.cast import Cast, sanctioned_event
from tests.sanctioning.kit.test_messages import client_of
from tests.support.keyed import keyed

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=part")
PLACES = {
    "slug": "none",
    "key": "2026-05-15",
    "act": "act",
    "reference": "1",
    "kind": "articles",
    "code": "c",
}


def filled(path: str, operation: dict[str, Any]) -> str:
    """The address with something in each of its places, one of the values that it takes."""
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path":
            name, values = parameter["name"], parameter["schema"].get("enum", ())
            is_number = parameter["schema"]["type"] == "integer"
            usual = values[0] if values else PLACES.get(name, "none")
            path = path.replace(f"{{{name}}}", "1" if is_number else usual)
    return path


def test_where_no_body_is_taken_no_member_is_known(cast: Cast) -> None:
    client, refused = client_of(cast.managing), {}
    for path, operations in schema()["paths"].items():
        for method, operation in operations.items():
            if method == "get" or "requestBody" in operation:
                continue
            at = filled(path, operation)
            answer = client.generic(method.upper(), at, json.dumps({"zzz": 1}), "application/json", **keyed())
            refused[operation["operationId"]] = (answer.status_code, answer.json().get("code"))
    assert len(refused) > 20
    assert {name: told for name, told in refused.items() if told != (400, "member-unknown")} == {}


@pytest.mark.parametrize("body", ["[1]", '"x"', "7"])
def test_where_no_body_is_taken_it_is_no_list_and_no_text(cast: Cast, body: str) -> None:
    answer = client_of(cast.managing).generic(
        "POST", "/api/v1/messages/archive-read/", body, "application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "fields-wrong")


@pytest.mark.parametrize("body", ["", "{}"])
def test_an_empty_object_is_no_body(cast: Cast, body: str) -> None:
    answer = client_of(cast.managing).generic(
        "POST", "/api/v1/messages/archive-read/", body, "application/json"
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("kind", FORMS)
def test_a_member_of_a_form_that_nothing_reads_is_refused(cast: Cast, kind: str) -> None:
    sent = {"name": "New Club", "plaice": "Arden", "csrfmiddlewaretoken": "x"}
    client = client_of(cast.managing)
    refused = client.post("/api/v1/club-applications/", sent)
    if kind == FORMS[0]:
        body = "&".join(f"{name}={value}" for name, value in sent.items())
        refused = client.generic("POST", "/api/v1/club-applications/", body, kind)
    assert (refused.status_code, refused.json()["code"]) == (400, "member-unknown")
    assert refused.json()["facts"]["unknown"] == ["plaice"]


def test_a_form_says_what_is_within_by_its_name(cast: Cast) -> None:
    client = client_of(cast.managing)
    refused = client.post("/api/v1/claims/", {"ask.family_name": "Seeker", "ask.given": "A"})
    assert refused.json()["facts"]["unknown"] == ["ask.given"]
    webhook = {"name": "W", "url": "https://a.example/", "kinds[0]": "webhook.test", "kinds.1": "x"}
    refused = client.post("/api/v1/webhooks/", webhook, **keyed())
    assert refused.json()["facts"]["unknown"] == ["kinds.1"]


@pytest.mark.parametrize("name", [0, True, 1.5, ["New Club"]])
def test_a_number_is_no_text(cast: Cast, name: object) -> None:
    sent = json.dumps({"name": name})
    client = client_of(cast.managing)
    refused = client.post("/api/v1/authority/", sent, content_type="application/json")
    assert (refused.status_code, refused.json()["facts"]["fields"]) == (
        400,
        {"name": ["This is text, in quotes."]},
    )


def test_a_file_under_another_name_is_refused(cast: Cast) -> None:
    event = sanctioned_event(cast)
    sent = {"file": SimpleUploadedFile("record.json", b"{}")}
    refused = client_of(cast.director).post(f"/api/v1/events/{event.slug}/records/", sent, **keyed())
    assert (refused.status_code, refused.json()["facts"]["unknown"]) == (400, ["file"])


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity", "[1e400]", '{"a": 1e999}'])
def test_a_number_that_is_none_is_refused_in_every_body(cast: Cast, number: str) -> None:
    """One address that reads members, one that takes none, one with a body of any shape."""
    client = client_of(cast.managing)
    for path in ("/api/v1/authority/", "/api/v1/messages/archive-read/", "/api/v1/law/articles/"):
        answer = client.generic("POST", path, f'{{"body": {number}}}', "application/json", **keyed())
        assert (answer.status_code, answer.json()["code"]) == (400, "json-unreadable"), path


def test_an_empty_day_is_none(cast: Cast) -> None:
    answer = client_of(cast.registrar).get("/api/v1/degrees/papers/?since=")
    assert (answer.status_code, list(answer.json()["facts"]["fields"])) == (400, ["since"])


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/jobs/?state=done&state=failed",
        "/api/v1/players/?page=1&page=2",
        "/api/v1/players/?fields=name&fields=number",
        "/api/v1/events/none/lateness/?team=1&team=2",
    ],
)
def test_a_parameter_is_asked_once(cast: Cast, path: str) -> None:
    answer = client_of(cast.managing).get(path)
    name = path.rpartition("&")[2].partition("=")[0]
    assert (answer.status_code, answer.json()["code"]) == (400, "parameter-repeated")
    assert answer.json()["facts"] == {"repeated": [name]}
    assert f"`{name}`" in answer.json()["sentence"]
