"""The published JSON Schema of the record says of every shape what the reader says."""

import json
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from rules_engine.formats import FORMATS, check_document
from rules_engine.reading import Malformed
from rules_engine.whoopie.random.game import random_game
from rules_engine.whoopie.scoring import KINDS
from tests.rules_engine.mutilate import ODD_JSON, spots
from tests.rules_engine.records import (
    GONE,
    SAMPLES,
    Json,
    edited,
    load,
    table_of_four,
    with_made_only,
    without_cards,
)
from tests.rules_engine.whoopie.test_check_malformed import full_record
from tests.support.seeds import by_seeds

SCHEMA = json.loads(FORMATS["whoopie-game/1"].schema.read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
NAMES = ("sit at the table", "sits at the table", "named", "nothing is said", "nobody is left")
"""Parts of the reader's messages about who is meant, of which a schema can say nothing."""


def refusal(document: Any) -> str | None:
    try:
        check_document(document)
    except Malformed as malformed:
        return malformed.message
    return None


def agree(document: Any) -> bool:
    """Whether both take it, or both refuse it, or the reader alone misses somebody."""
    message = refusal(document)
    valid = VALIDATOR.is_valid(document)
    return valid == (message is None) or (valid and any(part in str(message) for part in NAMES))


def test_it_is_a_schema() -> None:
    meta.validate(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_samples_validate(path: Any) -> None:
    assert list(VALIDATOR.iter_errors(load(path))) == []


@by_seeds(24)
def test_random_games_validate_at_every_level(seed: int) -> None:
    record = random_game(3 + seed % 8, seed, stanzas=7, mishaps=1.0, changes=True, newcomers=["x", "y"])
    for reported in (record, without_cards(record), with_made_only(record)):
        assert VALIDATOR.is_valid(reported)


def test_records_with_every_field_validate() -> None:
    assert list(VALIDATOR.iter_errors(full_record())) == []
    assert VALIDATOR.is_valid(table_of_four())


def test_every_kind_of_incident_is_described() -> None:
    described = set()
    for form in SCHEMA["$defs"]["incident"]["oneOf"]:
        kind = form["properties"]["kind"]
        described |= set(kind.get("enum", [kind.get("const")]))
    assert described == KINDS


def test_no_object_is_left_open() -> None:
    open_ones = [
        path
        for path, value in spots(SCHEMA)
        if isinstance(value, dict) and value.get("type") == "object" and "oneOf" not in value
        if "additionalProperties" not in value
    ]
    assert open_ones == []


FULL = full_record()
PLACES = [path[1:] for path, _ in spots(FULL) if path]


HALF = 7.5
"""What no place of a record takes."""


@pytest.mark.parametrize("path", PLACES)
def test_reader_and_schema_agree_on_types(path: str) -> None:
    for value in [
        GONE,
        None,
        True,
        7,
        HALF,
        -1,
        1_000_001,
        -1_000_001,
        10**30,
        "",
        "text",
        [],
        [[]],
        {},
        {"": 1},
    ]:
        changed = edited(FULL, {path: value})
        assert agree(changed), f"{path}: {value!r}: {refusal(changed)}"
        assert value != HALF or refusal(changed) is not None


@by_seeds(8)
def test_reader_and_schema_agree_on_odd_values(seed: int) -> None:
    random = Random(seed)
    for _ in range(120):
        path = random.choice(PLACES)
        value = random.choice(ODD_JSON)
        if type(value) is float and value.is_integer():
            continue  # JSON Schema takes 1.0 for a whole number, the reader does not
        record: Json = edited(FULL, {path: value})
        assert agree(record), f"{path}: {value!r}: {refusal(record)}"
