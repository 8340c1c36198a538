"""Records for the demo season and for tests: samples, and putting people's names in.

Terms: sample (a true record that ships beside this module), names (record id of the sample to member
number).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "samples"


def sample(name: str) -> dict[str, Any]:
    """A sample record by the name of its file."""
    record: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_bytes())
    return record


def players_of(record: Mapping[str, Any]) -> list[str]:
    """Everybody who sits down in the record, in the order in which they come."""
    players = list(record["seats"])
    for stanza in record["stanzas"]:
        players += [join["player"] for join in stanza.get("joins", []) if join["player"] not in players]
    return players


def with_names(record: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The record with other names for its players, everywhere."""
    renamed: dict[str, Any] = _renamed(record, names)
    return {**renamed, "id": record["id"]}


def as_file(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode()


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(item, names) for key, item in value.items()}
    return value
