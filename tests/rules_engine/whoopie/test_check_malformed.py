"""What cannot be read as a record: one finding `record-malformed` with a JSON pointer, and no traceback."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules_engine.commands.check import check_files
from rules_engine.formats import check_document
from rules_engine.reading import Malformed, load_json
from tests.rules_engine.mutilate import spots
from tests.rules_engine.records import GONE, Json, edited, hand_of, table_of_four

EVERYBODY = dict.fromkeys(["ann", "bob", "cat", "dan"], "aye")


def full_record() -> Json:
    """A record that has every field there is."""
    record = table_of_four() | {"planned": {"stanzas": 3}, "absent": [{"player": "eve", "extrapolate": True}]}
    record["start"] = hand_of(1) | {"scores": {"eve": 3}}
    record["after_last"] = {"leaves": ["ann"], "joins": ["hal"]}
    first = record["stanzas"][0] | {"scorekeeper": "ann", "made": dict.fromkeys(EVERYBODY, False)}
    first["leaves"], first["joins"] = (
        ["fay"],
        [{"player": "gus", "left_of": "ann", "score": 0, "returns": False}],
    )
    first["incidents"] = [
        {"kind": "no-whoopie-call", "player": "ann", "trick": 1},
        {"kind": "bid-out-of-turn", "player": "ann", "bid": 0},
        {"kind": "misdeal", "reason": "a card was exposed"},
        {"kind": "exposed-card", "player": "ann", "trick": 1, "card": "5S", "on_table": 0},
        {"kind": "played-out-of-turn", "player": "ann", "trick": 1, "cards": ["5S"]},
        {"kind": "revoke-corrected", "player": "ann", "trick": 1, "card": "5S"},
        {"kind": "wrong-card-count", "player": "ann", "cards": 2},
        {"kind": "type-1", "player": "ann", "grounds": "improper-information"},
        {"kind": "type-2-finding", "player": "ann", "grounds": "chaotic-action", "roll": dict(EVERYBODY)}
        | {"voted_after": 0},
        {"kind": "type-2-penalty", "player": "ann", "points": 1, "fails_bid": True, "roll": dict(EVERYBODY)}
        | {"voted_after": 0, "majority_of": "cast"},
        {"kind": "adjusted-score", "player": "bob", "points": 1, "roll": dict(EVERYBODY), "voted_after": 0},
    ]
    first["bids"] = [*first["bids"], ["gus", 0]]
    first["taken"] = first["taken"] | {"gus": 0}
    first["made"] = first["made"] | {"gus": False}
    record["seats"] = [*record["seats"], "fay"]
    record["stanzas"] = [first]
    return record


def pointer(document: Any) -> str | None:
    """Where the reader stops; None if the document is a record."""
    try:
        check_document(load_json(json.dumps(document).encode()))
    except Malformed as malformed:
        return malformed.pointer
    return None


SPOTS = spots(full_record())
OBJECTS = [path for path, value in SPOTS if isinstance(value, dict)]
BY_PLAYER = ("/hands", "/taken", "/made", "/scores", "/final", "/roll", "/draw/0")


def test_the_full_record_can_be_read() -> None:
    assert pointer(full_record()) is None


@pytest.mark.parametrize("path", [path for path, _ in SPOTS if path])
def test_every_place_refuses_what_is_of_another_type(path: str) -> None:
    kind = type(dict(SPOTS)[path])
    others: tuple[object, ...] = (None, True, 7, 7.5, 10**30, "text", [[]], {})
    for wrong in others:
        if type(wrong) is kind and wrong != [[]]:
            continue
        got = pointer(edited(full_record(), {path[1:]: wrong}))
        assert got is not None, f"{wrong!r} was taken"
        assert got == path or path.startswith(got) or got.startswith(path), f"{wrong!r}: {got}"


@pytest.mark.parametrize("path", [path for path, value in SPOTS if type(value) is int])
def test_every_number_is_whole_and_of_sensible_size(path: str) -> None:
    for wrong in (1.0, -0.5, 1_000_001, -1_000_001, 2**63, 2**70, 10**400 if path == "/final/ann" else 2**64):
        assert pointer(edited(full_record(), {path[1:]: wrong})) in (path, "")


@pytest.mark.parametrize("path", OBJECTS)
def test_every_object_refuses_unknown_fields(path: str) -> None:
    name = f"{path[1:]}/surprise" if path else "surprise"
    got = pointer(edited(full_record(), {name: "ann"}))
    assert got is not None
    assert got in (f"{path}/surprise", path), got


@pytest.mark.parametrize("path", OBJECTS)
def test_every_object_refuses_an_empty_name(path: str) -> None:
    assert pointer(edited(full_record(), {f"{path[1:]}/" if path else "": 1})) == f"{path}/"


@pytest.mark.parametrize(
    "path",
    [
        *(
            "format",
            "ruleset",
            "id",
            "seats",
            "first_dealer",
            "stanzas",
            "stanzas/0/cards",
            "stanzas/0/dealer",
        ),
        *(
            "stanzas/0/bids",
            "stanzas/0/joins/0/player",
            "stanzas/0/joins/0/left_of",
            "stanzas/0/joins/0/score",
        ),
        *("absent/0/player", "absent/0/extrapolate", "stanzas/0/taken/cat", "stanzas/0/made/cat"),
        *(f"start/{name}" for name in hand_of(1)),
        *(f"stanzas/0/incidents/{at}/player" for at in (0, 1, 3, 5, 6, 7, 8, 9, 10)),
        *("stanzas/0/incidents/0/trick", "stanzas/0/incidents/1/bid", "stanzas/0/incidents/2/reason"),
        *("stanzas/0/incidents/3/card", "stanzas/0/incidents/4/cards", "stanzas/0/incidents/5/card"),
        *("stanzas/0/incidents/6/cards", "stanzas/0/incidents/7/grounds", "stanzas/0/incidents/8/roll"),
        *("stanzas/0/incidents/9/points", "stanzas/0/incidents/9/roll", "stanzas/0/incidents/10/roll"),
    ],
)
def test_a_missing_field_is_pointed_at_by_its_object(path: str) -> None:
    assert pointer(edited(full_record(), {path: GONE})) == ("/" + path).rpartition("/")[0] or path == "format"


def test_a_kind_is_needed() -> None:
    assert (
        pointer(edited(full_record(), {"stanzas/0/incidents/0/kind": GONE})) == "/stanzas/0/incidents/0/kind"
    )


@pytest.mark.parametrize(
    ("edits", "place"),
    [
        ({"format": "whoopie-game/2"}, "/format"),
        ({"ruleset": "Whoopie 2066"}, "/ruleset"),
        ({"ruleset": ""}, "/ruleset"),
        ({"ruleset": 1966}, "/ruleset"),
        ({"seats": ["ann", "bob", "ann"]}, "/seats/2"),
        ({"seats": []}, "/seats"),
        ({"first_dealer": "zoe"}, "/first_dealer"),
        ({"planned": {}}, "/planned"),
        ({"planned": {"stanzas": 3, "cycles": 1}}, "/planned"),
        ({"planned": {"stanzas": 0}}, "/planned/stanzas"),
        ({"start/direction": "sideways"}, "/start/direction"),
        ({"stanzas/0/taken": GONE, "stanzas/0/made": GONE}, "/stanzas/0"),
        ({"stanzas/0/leaves": ["zoe"]}, "/stanzas/0/leaves/0"),
        ({"stanzas/0/joins/0/player": "bob"}, "/stanzas/0/joins/0/player"),
        ({"stanzas/0/joins/0/left_of": "zoe"}, "/stanzas/0/joins/0/left_of"),
        ({"stanzas/0/leaves": [*EVERYBODY, "fay"], "stanzas/0/joins": GONE}, "/stanzas/0/leaves"),
        ({"stanzas/0/hands/zoe": []}, "/stanzas/0/hands/zoe"),
        ({"stanzas/0/taken/zoe": 1}, "/stanzas/0/taken/zoe"),
        ({"stanzas/0/scores/zoe": 1}, "/stanzas/0/scores/zoe"),
        ({"stanzas/0/bids/1": ["bob"]}, "/stanzas/0/bids/1"),
        ({"stanzas/0/bids/1": ["bob", 0, 0]}, "/stanzas/0/bids/1"),
        ({"stanzas/0/tricks/0": []}, "/stanzas/0/tricks/0"),
        ({"stanzas/0/tricks/0/2": ["cat"]}, "/stanzas/0/tricks/0/2"),
        ({"stanzas/0/incidents/0/kind": "sneezed"}, "/stanzas/0/incidents/0/kind"),
        ({"stanzas/0/incidents/3/cards": ["5S"]}, "/stanzas/0/incidents/3/cards"),
        ({"stanzas/0/incidents/4/cards": []}, "/stanzas/0/incidents/4/cards"),
        ({"stanzas/0/incidents/7/grounds": "rudeness"}, "/stanzas/0/incidents/7/grounds"),
        ({"stanzas/0/incidents/8/roll/ann": "perhaps"}, "/stanzas/0/incidents/8/roll/ann"),
        ({"absent/-": {"player": "eve", "extrapolate": False}}, "/absent/1/player"),
        ({"final/zoe": 3}, "/final/zoe"),
        ({"after_last/leaves/0": "zoe"}, "/after_last/leaves/0"),
        ({"after_last/joins/0": "bob"}, "/after_last/joins/0"),
    ],
)
def test_what_cannot_be_meant_is_pointed_at(edits: Json, place: str) -> None:
    assert pointer(edited(full_record(), edits)) == place


def test_names_are_escaped_in_pointers() -> None:
    assert pointer(edited(full_record(), {"final": {"a/b~c": 1}})) == "/final/a~1b~0c"


RECORD = json.dumps(table_of_four())
BYTES: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n",
    "no JSON": b"once upon a time",
    "cut short": RECORD.encode()[:-1],
    "two documents": RECORD.encode() * 2,
    "a list": b"[]",
    "null": b"null",
    "a number": b"1e400",
    "NaN": RECORD.replace('"cards": 1', '"cards": NaN').encode(),
    "Infinity": RECORD.replace('"cards": 1', '"cards": Infinity').encode(),
    "1e400": RECORD.replace('"cards": 1', '"cards": 1e400').encode(),
    "10**400": RECORD.replace('"cards": 1', '"cards": 1' + "0" * 400).encode(),
    "10**6000": RECORD.replace('"cards": 1', '"cards": 1' + "0" * 6000).encode(),
    "2**70": RECORD.replace('"cards": 1', f'"cards": {2**70}').encode(),
    "100,000 brackets": b"[" * 100_000,
    "100,000 objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "deep in a field": RECORD.replace('"cards": 1', '"cards": ' + "[" * 900 + "]" * 900).encode(),
    "UTF-16": RECORD.encode("utf-16"),
    "UTF-32": RECORD.encode("utf-32"),
    "latin-1": RECORD.replace("ann", "anné").encode("latin-1"),
    "byte order mark": b"\xef\xbb\xbf" + RECORD.encode(),
    "lone surrogate": RECORD.replace("ann", "\\ud800").encode(),
    "surrogate in UTF-8": RECORD.encode().replace(b"ann", b"\xed\xa0\x80"),
    "null bytes": RECORD.encode().replace(b"ann", b"a\x00n"),
    "only null bytes": b"\x00" * 1000,
    "more than 16 MiB": RECORD.encode() + b" " * 16 * 1024 * 1024,
}


def malformed(path: Path) -> Json:
    [(name, document)] = list(check_files([str(path)]))
    assert name == str(path)
    return document


@pytest.mark.parametrize("name", BYTES)
def test_bytes_that_are_no_record(name: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(BYTES[name])
    document = malformed(path)
    assert (document["id"], document["ok"], document["stanzas"]) == (None, False, [])
    [finding] = document["findings"]
    assert (finding["code"], finding["severity"]) == ("record-malformed", "error")
    assert finding["pointer"] in ("", "/stanzas/0/cards")


def missing(folder: Path) -> Path:
    return folder / "missing.json"


def directory(folder: Path) -> Path:
    return folder


def hundred_megabytes(folder: Path) -> Path:
    path = folder / "huge.json"
    with path.open("wb") as file:
        file.write(RECORD.encode())
        file.truncate(100_000_000)
    return path


def null_in_the_name(folder: Path) -> Path:
    return folder / "a\0b"


@pytest.mark.parametrize("make", [missing, directory, hundred_megabytes, null_in_the_name])
def test_files_that_are_no_record(make: Callable[[Path], Path], tmp_path: Path) -> None:
    [finding] = malformed(make(tmp_path))["findings"]
    assert (finding["code"], finding["pointer"]) == ("record-malformed", "")


def test_a_record_of_16_mib_of_blanks_is_read_to_the_last_byte(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(RECORD.encode().ljust(16 * 1024 * 1024))
    assert malformed(path)["ok"] is True
