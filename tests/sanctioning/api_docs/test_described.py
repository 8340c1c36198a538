"""What the schema says of every operation: acts, bodies, headers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from deploy.api_traffic import properties_of
from rules_engine.formats import FORMATS
from sanctioning.api_docs.schema import schema
from sanctioning.clubs.commands import CLUB_COMMANDS
from tests.cast import Cast
from tests.sanctioning.kit.test_messages import client_of
from tests.support.keyed import keyed

pytestmark = pytest.mark.django_db
REFUSES_AN_EMPTY_BODY = {
    "claim_record",
    "continue_with_record",
    "report_stanza",
    "report_stanza_on_pad",
    "send_records",
    "take_report",
}


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in schema()["paths"].values():
        yield from path.items()


def test_every_act_in_an_address_is_one_of_those_named() -> None:
    named = {
        operation["operationId"]: parameter["schema"].get("enum")
        for _method, operation in operations()
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "path" and parameter["name"] in ("act", "kind")
    }
    assert [name for name, acts in named.items() if not acts] == []
    assert named["act_on_club"] == sorted(CLUB_COMMANDS)
    assert len(named) > 35


def test_a_body_without_which_nothing_is_done_is_required() -> None:
    needed = {
        operation["operationId"]
        for _method, operation in operations()
        if operation.get("requestBody", {}).get("required")
    }
    assert needed >= REFUSES_AN_EMPTY_BODY


def test_who_asks_without_a_token_is_told_how_and_the_schema_says_so(client: Client) -> None:
    refused = client.get("/api/v1/messages/")
    assert (refused.status_code, refused["WWW-Authenticate"].partition(" ")[0]) == (401, "Bearer")
    for _method, operation in operations():
        assert "WWW-Authenticate" in operation["responses"]["401"]["headers"]


def test_whatever_changes_something_takes_a_key_and_what_is_made_says_where_it_is() -> None:
    made = 0
    for method, operation in operations():
        names = {parameter["name"]: parameter for parameter in operation.get("parameters", ())}
        assert ("Idempotency-Key" in names) is (method != "get"), operation["operationId"]
        for status, answer in operation["responses"].items():
            assert ("Location" in answer.get("headers", {})) is (status == "201"), operation["operationId"]
            made += status == "201"
    assert made > 50


def test_where_what_is_made_has_no_address_of_its_own_it_stands_in_what_is_read_there(cast: Cast) -> None:
    """Where the answer says another address, the tests' traffic holds it to one that is read."""
    member = client_of(cast.outsider)
    token = member.post("/api/v1/tokens/", {"name": "Scripts"}, "application/json", **keyed())
    assert token["Location"] == "http://testserver/api/v1/tokens/"
    again = keyed()
    for _time in range(2):
        sent = {"name": "W", "url": "https://a.example/", "kinds": ["announcement.made"]}
        webhook = member.post("/api/v1/webhooks/", sent, "application/json", **again)
        number = webhook.json()["webhook"]["id"]
        assert webhook["Location"] == f"http://testserver/api/v1/webhooks/{number}/"
        assert member.get(webhook["Location"]).json() == webhook.json()["webhook"]


def test_a_body_says_that_it_takes_no_other_members_but_where_its_kind_has_more() -> None:
    shapes = schema()["components"]["schemas"]
    for closed in ("NewClub", "Season", "AskedOnPad", "Target", "WhoopieRecord"):
        assert shapes[closed]["additionalProperties"] is False, closed
    for is_open in ("EntryCondition", "PlayerLine", "Problem"):
        assert shapes[is_open].get("additionalProperties") is not False, is_open


def test_every_reading_may_be_asked_only_for_what_is_new() -> None:
    asked = {
        (method, any(parameter["name"] == "If-None-Match" for parameter in operation.get("parameters", ())))
        for method, operation in operations()
    }
    assert ("get", True) in asked
    assert {offered for method, offered in asked if method == "get"} == {True}
    assert not any(offered for method, offered in asked if method != "get")


FREE = {
    "AppealAct.facts": "each irregularity asks for its own",
    "Prospect.facts": "each irregularity asks for its own",
    "RulingPage.facts": "each irregularity asks for its own",
    "StepLine.facts": "each irregularity asks for its own",
    "WouldFollow.facts": "each irregularity asks for its own",
    "KeptConsequence.said": "each sentence of a book needs its own",
    "Problem.facts": "each code has its own",
    "Draft.body": "each kind of law has its own, and checks it",
    "Edit.body": "each kind of law has its own, and checks it",
    "VersionPage.body": "each kind of law has its own, and checks it",
    "RuledStanza.sets": "members of a stanza, those that the ruling sets",
    "FindingInPlay.as_ruled": "a slip, as its fields have it",
    "KeptFinding.as_ruled": "a slip, as its fields have it",
    "WordedFinding.as_ruled": "a slip, as its fields have it",
}
"""Members of which nothing more can be said, and why."""
SAYS_NOTHING = {"title", "description", "readOnly", "writeOnly", "default", "example", "examples"}


def is_free(shape: Any) -> bool:
    said = {key: value for key, value in shape.items() if key not in SAYS_NOTHING}
    if not said:
        return True
    within = said.get("additionalProperties", {})
    is_object = "object" in said.get("type", ())
    named = {"properties", "$ref", "oneOf", "anyOf", "allOf"} & set(said)
    return is_object and not named and (within in ({}, True) or (within is not False and is_free(within)))


def free_members(shape: Any, where: str) -> Iterator[str]:
    if not isinstance(shape, dict):
        return
    if is_free(shape):
        yield where
        return
    for name, member in shape.get("properties", {}).items():
        yield from free_members(member, f"{where}.{name}")
    for key in ("items", "additionalProperties"):
        yield from free_members(shape.get(key), where)
    for key in ("oneOf", "anyOf", "allOf"):
        for alternative in shape.get(key, ()):
            yield from free_members(alternative, where)


def test_nothing_that_is_sent_or_answered_is_left_free() -> None:
    bodies = [
        name
        for _method, operation in operations()
        for described in (operation.get("requestBody", {}), *operation["responses"].values())
        for media_type, content in described.get("content", {}).items()
        for name in free_members(content["schema"], operation["operationId"])
        if "json" in media_type
    ]
    assert bodies == []
    shapes = schema()["components"]["schemas"]
    free = {where for name, shape in shapes.items() for where in free_members(shape, name)}
    assert free == set(FREE)


def test_a_record_is_described_by_the_schema_of_its_format() -> None:
    shapes = schema()["components"]["schemas"]
    assert len(shapes["GameRecord"]["oneOf"]) == len(FORMATS) + 1, "and one of a plug-in"
    by_name = {operation["operationId"]: operation for _method, operation in operations()}
    sent = {
        name: by_name[name]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for name in ("report_stanza", "report_stanza_on_pad", "continue_with_record", "take_report")
    }
    assert sent == {
        "report_stanza": "WhoopieStanza",
        "report_stanza_on_pad": "WhoopieStanza",
        "continue_with_record": "WhoopieRecord",
        "take_report": "GameRecord",
    }
    assert {"cards", "dealer", "bids"} <= set(shapes["WhoopieStanza"]["properties"])


def test_an_example_shows_what_its_operation_knows() -> None:
    strange = {
        operation["operationId"]: sorted(set(example) - set(known))
        for _method, operation in operations()
        for content in [operation.get("requestBody", {}).get("content", {}).get("application/json", {})]
        for example in [content.get("example")]
        for known in [properties_of(schema(), content.get("schema", {}))]
        if isinstance(example, dict) and set(example) - set(known)
    }
    assert strange == {}
