"""The records of each game as the code writes them have the fields of their schemas."""

from __future__ import annotations

import json
from importlib import import_module
from importlib.resources import files
from typing import Any, is_typeddict

import pytest

SCHEMAS = {
    "bid_whist": "bid-whist-1",
    "columbus_whist": "columbus-whist-1",
    "military_whist": "military-whist-1",
    "whoopie": "whoopie-game-1",
}
DEFINITIONS = {
    "bid_whist": {
        "entry": "TeamDocument",
        "game": "GameDocument",
        "hand": "HandDocument",
        "renege": "RenegeDocument",
        "decider": "DeciderDocument",
        "stage": "StageDocument",
        "violation": "ViolationDocument",
    },
    "columbus_whist": {
        "team": "TeamDocument",
        "game": "GameDocument",
        "hand": "HandDocument",
        "playoff": "PlayoffDocument",
        "leaver": "LeaverDocument",
    },
    "military_whist": {
        "team": "TeamDocument",
        "day": "DayDocument",
        "hand": "HandDocument",
        "lending": "LendingDocument",
        "playoff": "PlayoffDocument",
        "extra": "ExtraHandDocument",
    },
    "whoopie": {"stanza": "StanzaDocument"},
}


@pytest.mark.parametrize("game", DEFINITIONS)
def test_typed_documents_have_the_fields_of_the_schema(game: str) -> None:
    folder = files(f"rules_engine.{game}")
    schema = json.loads((folder / f"{SCHEMAS[game]}.schema.json").read_bytes())
    shapes = import_module(f"rules_engine.{game}.document")
    _compare(schema, shapes.RecordDocument)
    for name, shape in DEFINITIONS[game].items():
        _compare(schema["$defs"][name], getattr(shapes, shape))


def _compare(schema: dict[str, Any], shape: Any) -> None:
    assert is_typeddict(shape)
    assert set(shape.__annotations__) == set(schema["properties"]), shape
    assert shape.__required_keys__ == set(schema.get("required", ())), shape
