"""Which traffic of the tests becomes the example of an operation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from deploy.api_traffic import examples_of, exchanges_in
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


def test_a_list_with_lines_goes_before_an_empty_one(tmp_path: Path) -> None:
    examples = noted(tmp_path, (200, []), (200, [{"name": "Arden"}]))
    assert examples["clubs"]["answer"] == [{"name": "Arden"}]


def test_each_way_to_succeed_has_its_example(tmp_path: Path) -> None:
    examples = noted(tmp_path, (202, []), (200, [{"name": "Arden"}]))
    assert (examples["clubs"]["status"], examples["clubs 202"]["answer"]) == (200, [])
