"""The description of the API as pages, and as it is sent to programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.test import Client
from django.utils.html import escape, strip_tags
from openapi_schema_validator import OAS31Validator

from deploy.api_traffic import BY_GAME, WHIST
from sanctioning.api_docs.examples import GAMES
from sanctioning.api_docs.reference import parts
from sanctioning.api_docs.schema import schema
from sanctioning.webhooks.occasions import OCCASIONS, TEST

pytestmark = pytest.mark.django_db


def test_every_operation_stands_on_the_page_of_its_part(client: Client) -> None:
    overview = client.get("/help/api/reference/").content.decode()
    listed = 0
    for slug, part in parts().items():
        assert f'href="/help/api/reference/{slug}/"' in overview
        page = client.get(f"/help/api/reference/{slug}/").content.decode()
        for operation in part.operations:
            listed += 1
            assert f'id="{operation.name}"' in page
            assert f"<code>{escape(operation.path)}</code>" in page
            assert 5 < len(strip_tags(operation.summary)) <= 120, operation
    assert listed == sum(len(operations) for operations in schema()["paths"].values()) > 200


def test_fields_are_named_by_the_way_that_leads_to_them() -> None:
    operation = next(known for known in parts()["results"].operations if known.name == "event")
    [answer] = operation.answers
    fields = {field.name: field.kind for field in answer.fields}
    assert fields["games[].placings[].points"] == "decimal"
    assert fields["name"] == "string"


def test_no_shape_is_opened_within_itself() -> None:
    operations = [operation for part in parts().values() for operation in part.operations]
    answers = [answer for operation in operations for answer in operation.answers]
    assert max(field.name.count(".") for answer in answers for field in answer.fields) < 8


def test_an_unknown_part_is_404(client: Client) -> None:
    assert client.get("/help/api/reference/nothing/").status_code == 404


def test_the_schema_is_sent_as_asked_for_and_once(client: Client) -> None:
    as_yaml = client.get("/api/v1/schema/")
    as_json = client.get("/api/v1/schema/", headers={"Accept": "application/json"})
    assert as_yaml["Content-Type"].startswith("application/vnd.oai.openapi")
    assert as_json["Content-Type"].startswith("application/vnd.oai.openapi+json")
    assert set(yaml.safe_load(as_yaml.content)["paths"]) == set(json.loads(as_json.content)["paths"])
    again = client.get("/api/v1/schema/", headers={"If-None-Match": as_yaml["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/api/v1/schema/?format=xml").status_code == 404


def test_every_list_says_what_is_in_it() -> None:
    """A generator of clients leaves an operation out of which it cannot tell."""
    assert [path for path, shape in shapes(schema(), "") if is_array(shape) and "items" not in shape] == []


def test_every_operation_has_an_example_of_what_is_sent_and_answered() -> None:
    without = [
        operation["operationId"]
        for operations in schema()["paths"].values()
        for operation in operations.values()
        if not has_example(operation.get("requestBody", {}))
        or not all(map(has_example, successes(operation)))
    ]
    assert without == [], "CONTRIBUTING.md says how examples are made."


def test_every_example_is_as_the_schema_says() -> None:
    document = json.loads(json.dumps(schema(), default=str))
    for operations in document["paths"].values():
        for operation in operations.values():
            for described in (operation.get("requestBody", {}), *successes(operation)):
                content = shown_in(described) or {}
                shown = [content["example"]] if "example" in content else []
                shown += [example["value"] for example in content.get("examples", {}).values()]
                for example in shown:
                    shape = {**content["schema"], "components": document["components"]}
                    errors = OAS31Validator(shape).iter_errors(example)
                    assert [error.message for error in errors] == [], operation["operationId"]


def test_what_is_written_down_at_a_table_has_an_example_for_each_game(client: Client) -> None:
    operations = {
        operation["operationId"]: operation
        for path in schema()["paths"].values()
        for operation in path.values()
    }
    for name in BY_GAME:
        [answer] = successes(operations[name])
        games = set(WHIST) if "slip" in name else set(GAMES)
        assert set(answer["content"]["application/json"]["examples"]) == games, name
    sent = operations["take_report"]["requestBody"]["content"]["application/json"]["examples"]
    assert {game: example["value"]["format"] for game, example in sent.items()} == {
        "whoopie": "whoopie-game/1",
        **{game: f"{game}/1" for game in WHIST},
    }
    page = client.get("/help/api/reference/reports/").content.decode()
    assert all(f"<summary>{game}</summary>" in page for game in GAMES.values())


def test_every_message_of_a_webhook_is_described_with_an_example_of_its_shape(client: Client) -> None:
    document = json.loads(json.dumps(schema(), default=str))
    assert set(document["webhooks"]) == {*OCCASIONS, TEST}
    page = client.get("/help/api/reference/webhooks/").content.decode()
    for kind, message in document["webhooks"].items():
        assert f"<code>{kind}</code>" in page
        content = message["post"]["requestBody"]["content"]["application/json"]
        shape = {**content["schema"], "components": document["components"]}
        errors = OAS31Validator(shape).iter_errors(content["example"])
        assert [error.message for error in errors] == []
        assert content["example"]["type"] == kind
        assert escape(content["example"]["data"]["url"]) in page


def shapes(within: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of the document, with the way that leads to it."""
    if isinstance(within, dict):
        yield path, within
    items = (
        within.items() if isinstance(within, dict) else enumerate(within) if isinstance(within, list) else ()
    )
    for name, value in items:
        yield from shapes(value, f"{path}/{name}")


def is_array(shape: dict[str, Any]) -> bool:
    kinds = shape.get("type", ())
    return kinds == "array" or (isinstance(kinds, list) and "array" in kinds)


def successes(operation: dict[str, Any]) -> list[dict[str, Any]]:
    return [answer for status, answer in operation["responses"].items() if status[0] == "2"]


def has_example(described: dict[str, Any]) -> bool:
    """What is neither JSON nor a form, such as a file, has none."""
    content = shown_in(described)
    return content is None or "example" in content or "examples" in content


def shown_in(described: dict[str, Any]) -> dict[str, Any] | None:
    media_types = described.get("content", {})
    return media_types.get("application/json") or media_types.get("multipart/form-data")
