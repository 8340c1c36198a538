"""What the schema says of every operation: acts, bodies, headers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from sanctioning.api_docs.schema import schema
from sanctioning.clubs.commands import CLUB_COMMANDS

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


def test_every_reading_may_be_asked_only_for_what_is_new() -> None:
    asked = {
        (method, any(parameter["name"] == "If-None-Match" for parameter in operation.get("parameters", ())))
        for method, operation in operations()
    }
    assert ("get", True) in asked
    assert {offered for method, offered in asked if method == "get"} == {True}
    assert not any(offered for method, offered in asked if method != "get")
