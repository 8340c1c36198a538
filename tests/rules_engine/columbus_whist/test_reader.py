"""Reading: what cannot be meant is pointed at, and the schema says of every shape what the reader says."""

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from rules_engine.columbus_whist.infractions import CONSEQUENCES, KINDS, REDEALS
from rules_engine.columbus_whist.random.event import random_event
from rules_engine.columbus_whist.reader.event import read_record
from rules_engine.formats import FORMATS, check_document
from rules_engine.reading import Malformed
from tests.rules_engine.columbus_whist.events import edited, evening, hand, with_playoff
from tests.rules_engine.mutilate import ODD_JSON, spots
from tests.rules_engine.records import GONE, Json
from tests.support.seeds import by_seeds

SCHEMA = json.loads(FORMATS["columbus-whist/1"].schema.read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
READERS_ALONE = (
    *("an entry for each", "whole number from 1 to", "whole number from 0 to 4 is", "named twice"),
    *("a team of the game", "of the play-off"),
)
"""Parts of the reader's messages about teams, games and rounds, of which a schema can say nothing."""


def full_record() -> Json:
    """Every field that a record can have."""
    record = evening()
    sheet = record["rounds"][0][0]
    ruling = {"points": [0, 2], "reason": "both had bid"}
    sheet["ruling"] = ruling | {"winner": 1}
    sheet["hands"][2]["ruling"] = ruling | {"set": 1}
    sheet["hands"][2]["stopped"] = False
    sheet["hands"][0]["bids"][1] = {"bid": "2 no", "seat": 1, "fault": "information", "said": "1"}
    sheet["hands"][0]["bids"][3] = "silenced"
    seen = {"by": 1, "choice": "continue", "note": "seen"}
    sheet["hands"][0]["redeals"] = [{"kind": kind} | seen for kind in REDEALS]
    sheet["hands"][0]["incidents"] = [{"kind": kind} | seen for kind in KINDS]
    renege = next(incident for incident in sheet["hands"][0]["incidents"] if incident["kind"] == "renege")
    renege |= {"found": True, "turned_by": "player"}
    record["playoffs"] = with_playoff()["playoffs"]
    record["playoffs"][0]["ruling"] = "as played"
    record["teams"][0]["substitutes"] = ["zed"]
    record["leavers"] = [{"team": 3, "player": "c1", "round": 4, "substitute": "yen"}]
    record["boston"] = {"cents": 2000, "teams": [1, 2, 4], "shares": [[2, 2000]]}
    record["refunds"] = [{"team": 1, "cents": 500, "note": "ill"}]
    record["disorderly"] = [{"team": 4, "note": "shouting"}]
    record |= {"director": "Dee", "rulings": ["The hand stands."]}
    record["rounds"][1][0]["bostons"] = [0, 1]
    return record


def refusal(document: Any) -> Malformed | None:
    try:
        check_document(document)
    except Malformed as malformed:
        return malformed
    return None


def agree(document: Any) -> bool:
    """Whether both take it, or both refuse it, or the reader alone knows the teams and rounds."""
    malformed = refusal(document)
    valid = VALIDATOR.is_valid(document)
    return valid == (malformed is None) or (valid and any(part in str(malformed) for part in READERS_ALONE))


def test_it_is_a_schema() -> None:
    meta.validate(SCHEMA)
    assert SCHEMA["title"] == "columbus-whist/1"


def test_records_with_every_field_are_read() -> None:
    assert refusal(full_record()) is None
    assert list(VALIDATOR.iter_errors(full_record())) == []
    assert read_record(json.dumps(full_record()).encode()).id == "made by hand"


@by_seeds(12)
def test_random_events_validate(seed: int) -> None:
    assert list(VALIDATOR.iter_errors(random_event(2 + 2 * (seed % 12), seed, mishaps=1.0))) == []


def test_no_object_is_left_open() -> None:
    for path, value in spots(SCHEMA):
        if isinstance(value, dict) and value.get("type") == "object":
            assert "additionalProperties" in value, path


def one_of_each_shape(document: Json) -> list[str]:
    """The first two places of every shape, whatever the numbers in their paths."""
    shapes: Counter[str] = Counter()
    paths = []
    for path in [path[1:] for path, _ in spots(document) if path]:
        shape = re.sub(r"\d+", "#", path)
        shapes[shape] += 1
        if shapes[shape] <= 2:
            paths.append(path)
    return paths


FULL = full_record()
PLACES = one_of_each_shape(FULL)
HALF = 7.5
"""What no place of a record takes."""
VALUES: list[Any] = [GONE, None, True, 7, HALF, -1, 0, 1_000_001, -1_000_001, 10**30, "", "text"]
VALUES += ["pass", "silenced", "2 no", [], [[]], {}, {"": 1}]


@pytest.mark.parametrize("path", PLACES)
def test_reader_and_schema_agree_on_types(path: str) -> None:
    for value in VALUES:
        changed = edited(FULL, {path: value})
        assert agree(changed), f"{path}: {value!r}: {refusal(changed)}"
        assert value != HALF or refusal(changed) is not None


@by_seeds(6)
def test_reader_and_schema_agree_on_odd_values(seed: int) -> None:
    random = Random(seed)
    for _ in range(100):
        path = random.choice(PLACES)
        value = random.choice(ODD_JSON)
        if type(value) is float and value.is_integer():
            continue  # JSON Schema takes 1.0 for a whole number, the reader does not
        record = edited(FULL, {path: value})
        assert agree(record), f"{path}: {value!r}: {refusal(record)}"


@pytest.mark.parametrize("kind", KINDS)
def test_who_did_it_is_told_where_the_text_blames_somebody(kind: str) -> None:
    fields = {"found": False} if kind == "renege" else {}
    record = evening(**{"rounds/0/0/hands/1/incidents": [{"kind": kind} | fields]})
    blamed = next(consequence.offender for known, consequence in CONSEQUENCES.items() if known == kind)
    assert (refusal(record) is not None) == blamed == (not VALIDATOR.is_valid(record))


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        ("teams/1/name", "Team 1", "/teams/1/name"),
        ("teams/0/players", ["a1"], "/teams/0/players"),
        ("teams", [], "/teams"),
        ("rounds", [], "/rounds"),
        ("rounds/0/0/teams", [1, 1], "/rounds/0/0/teams/1"),
        ("rounds/0/0/teams/1", 9, "/rounds/0/0/teams/1"),
        ("rounds/0/0/winner", 3, "/rounds/0/0/winner"),
        ("rounds/0/0/players/1", "a1", "/rounds/0/0/players/1"),
        ("rounds/0/0/hands/0/bid", "8", "/rounds/0/0/hands/0/bid"),
        ("rounds/0/0/hands/0/bid", "pass", "/rounds/0/0/hands/0/bid"),
        ("rounds/0/0/hands/0/by", 3, "/rounds/0/0/hands/0/by"),
        ("rounds/0/0/hands/0/bids/0", "2 trump", "/rounds/0/0/hands/0/bids/0"),
        ("rounds/0/0/hands/0/bids/1/said", "0", "/rounds/0/0/hands/0/bids/1/said"),
        ("rounds/0/0/hands/1/first_card", "*", "/rounds/0/0/hands/1/first_card"),
        ("rounds/0/0/hands/0/books", [13], "/rounds/0/0/hands/0/books"),
        ("rounds/0/0/hands/0/incidents/0/found", True, "/rounds/0/0/hands/0/incidents/0/found"),
        ("rounds/0/0/hands/0/redeals/0/kind", "exposed", "/rounds/0/0/hands/0/redeals/0/kind"),
        ("rounds/0/0/sheet/0/changed", "x", "/rounds/0/0/sheet/0/signed"),
        ("ranking/0/1", 4, "/ranking/1/1"),
        ("qualified/1", 2, "/qualified/1"),
        ("qualifiers", 5, "/qualifiers"),
        ("totals/3", GONE, "/totals"),
        ("playoffs/0/order", [2, 3], "/playoffs/0/order"),
        ("leavers/0/round", 7, "/leavers/0/round"),
        ("boston/cents", -1, "/boston/cents"),
        ("boston/shares/0/0", 5, "/boston/shares/0/0"),
    ],
)
def test_what_cannot_be_meant_is_pointed_at(path: str, value: Any, pointer: str) -> None:
    malformed = refusal(edited(FULL, {path: value}))
    assert malformed is not None
    assert malformed.pointer == pointer


def test_a_hand_needs_its_bid_and_who_bid() -> None:
    for field in ("bid", "by"):
        bare = hand(1, "2", [8, 5])
        del bare[field]
        malformed = refusal(evening(**{"rounds/1/0/hands/0": bare}))
        assert malformed is not None
        assert malformed.pointer == "/rounds/1/0/hands/0"
