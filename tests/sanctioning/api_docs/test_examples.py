"""Which traffic of the tests becomes the example of an operation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from deploy.api_traffic import SCHEMA as SCHEMA_ROUTE
from deploy.api_traffic import complaints, examples_of, exchanges_in
from sanctioning.kit.atomic_files import whole_file

CLUBS = {"type": "array", "items": {"type": "object"}}
SCHEMA: dict[str, Any] = {
    "components": {"schemas": {}},
    "paths": {
        "/api/v1/clubs/": {
            "get": {
                "operationId": "clubs",
                "responses": {
                    "200": {"content": {"application/json": {"schema": CLUBS}}},
                    "202": {"content": {"application/json": {"schema": CLUBS}}},
                },
            }
        }
    },
}


def noted(tmp_path: Path, *answers: tuple[int, list[dict[str, str]]]) -> dict[str, Any]:
    exchanges = [
        {
            "route": "api/v1/clubs/",
            "path": "/api/v1/clubs/",
            "method": "GET",
            "status": status,
            "sent": None,
            "answer": answer,
            "media_type": "application/json",
        }
        for status, answer in answers
    ]
    with whole_file(tmp_path / "noted.json", mode=0o644, replace=True) as file:
        file.write(json.dumps(exchanges).encode())
    return examples_of(SCHEMA, exchanges_in(tmp_path))


@pytest.mark.parametrize(
    ("location", "is_read"),
    [
        ("https://example.org/api/v1/clubs/", True),
        ("https://example.org/practice/KEY/player/api/v1/clubs/arden/", True),
        ("https://example.org/api/v1/clubs/arden/join/", False),
        ("", False),
    ],
)
def test_what_was_made_is_read_at_its_location(tmp_path: Path, location: str, is_read: bool) -> None:
    made: dict[str, Any] = {"responses": {"201": {"content": {}}}}
    paths = {"/api/v1/clubs/": {"get": {}, "post": made}, "/api/v1/clubs/{slug}/": {"get": {}}}
    schema = {"components": {}, "paths": paths}
    usual = {"sent": None, "media_type": "", "location": "", "path": ""}
    exchanges = [
        {**usual, "route": SCHEMA_ROUTE, "method": "GET", "status": 200, "answer": schema},
        {**usual, "route": "api/v1/clubs/", "method": "POST", "status": 201, "answer": None}
        | {"location": location},
    ]
    with whole_file(tmp_path / "noted.json", mode=0o644, replace=True) as file:
        file.write(json.dumps(exchanges).encode())
    told = [sentence for sentence in complaints(tmp_path) if "Location" in sentence]
    assert bool(told) is not is_read


def test_a_list_with_lines_goes_before_an_empty_one(tmp_path: Path) -> None:
    examples = noted(tmp_path, (200, []), (200, [{"name": "Arden"}]))
    assert examples["clubs"]["answer"] == [{"name": "Arden"}]


def test_each_way_to_succeed_has_its_example(tmp_path: Path) -> None:
    examples = noted(tmp_path, (202, []), (200, [{"name": "Arden"}]))
    assert (examples["clubs"]["status"], examples["clubs 202"]["answer"]) == (200, [])
