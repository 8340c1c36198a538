"""Files that were records once: valid ones torn, flipped, cut and mixed up, in bytes and in JSON.

`python -m tests.rules_engine.mutilate 10000` sends so many through the command line and counts the exit
statuses; any traceback, missing line or other status ends it with an error.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.columbus_whist.random.event import random_event as random_evening
from rules_engine.military_whist.random.event import random_event
from rules_engine.whoopie.random.game import random_game
from tests.rules_engine.records import GONE, SAMPLES, Json, copied, edited
from tests.support.seeds import seeds

BATCH = 500
ODD_VALUES: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        1.0,
        0.5,
        1e300,
        2**63,
        2**70,
        -(2**70),
        10**30,
        "",
        "x",
        "*",
        "AS",
        "p01",
    ),
    *("\x00", "\ud83c\udccf", "ann\n", [], {}, [[]], [{}], {"": 1}, {"kind": "type-1"}, [["p01", 1]]),
    *("../../etc/passwd", "<script>", "%s%n", "{0}", "9" * 400, ["AS"] * 60),
]
ODD_JSON = [value for value in ODD_VALUES if value != "\ud83c\udccf"]
"""Without half characters, which no file in UTF-8 can hold."""
ODD_BYTES = [
    b"\xff",
    b"\x00",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"NaN",
    b"1e400",
    b"\\ud800",
    b"[" * 2000,
    b"{",
    b'"',
]


def originals() -> list[bytes]:
    records = [path.read_bytes() for path in SAMPLES]
    for seed in seeds(12):
        game = random_game(3 + seed % 8, seed, stanzas=6, mishaps=1.0, changes=True, newcomers=["x", "y"])
        records.append(json.dumps(game).encode())
    for seed in seeds(8):
        event = random_event(
            2 + seed % 8, seed, days=[(2,), (1, 2)], level=("open", "zone")[seed % 2], mishaps=1.0
        )
        records.append(json.dumps(event).encode())
        records.append(json.dumps(random_tournament(2 + seed % 8, seed, mishaps=1.0)).encode())
        records.append(json.dumps(random_evening(2 + 2 * (seed % 5), seed, mishaps=1.0)).encode())
    return records


def each_mutilated(record: Json) -> Iterator[tuple[str, Json]]:
    """The record with one part replaced, removed or doubled: every part, two of each shape, in every way. It
    is replaced by what has another type, and by whatever else of its own type the record holds, in turn."""
    parts = [(path[1:], value) for path, value in spots(record) if path]
    lists = {path for path, value in parts if isinstance(value, list)}
    alike: dict[type, list[Any]] = {}
    for _, value in parts:
        known = alike.setdefault(type(value), [])
        if value not in known:
            known.append(value)
    shapes: Counter[str] = Counter()
    for at, (path, value) in enumerate(parts):
        shape = re.sub(r"\d+", "#", path)
        shapes[shape] += 1
        if shapes[shape] > 2:
            continue
        known = alike[type(value)]
        others = [known[(at + step) % len(known)] for step in (1, 2, 5)]
        for other in (GONE, None, True, 0, -1, 3, "", "x", [], {}, [value, value], *others):
            yield f"{path}: {other!r}", edited(record, {path: other})
        outer = path.rpartition("/")[0]
        if outer in lists:
            yield f"{path} twice", edited(record, {f"{outer}/-": value})


def spots(value: Any, path: str = "") -> list[tuple[str, Any]]:
    """Every place of a document, as pointer and value."""
    places = [(path, value)]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        places += spots(part, f"{path}/{key}")
    return places


def mutilations(count: int, seed: int) -> Iterator[bytes]:
    """So many mutilated files, the same ones for the same seed."""
    random = Random(seed)
    whole = originals()
    for _ in range(count):
        data = random.choice(whole)
        for _ in range(random.choice([1, 1, 1, 2, 5])):
            data = random.choice(WAYS)(data, random)
        yield data


def _flip(data: bytes, random: Random) -> bytes:
    torn = bytearray(data)
    for _ in range(random.choice([1, 1, 3, 20])):
        if torn:
            torn[random.randrange(len(torn))] = random.randrange(256)
    return bytes(torn)


def _cut(data: bytes, random: Random) -> bytes:
    start, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
    return random.choice([data[:start], data[start:], data[:start] + data[end:]])


def _insert(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(ODD_BYTES) + data[at:]


def _double(data: bytes, random: Random) -> bytes:
    start, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
    return data[:end] + data[start:]


def _edit(data: bytes, random: Random) -> bytes:
    """One change to the parsed document: a value, a key, a part moved, doubled or taken away."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return _flip(data, random)
    spots = [spot for spot in _containers(document) if spot]
    if not spots:
        return data
    spot: Any = random.choice(spots)
    other: Any = random.choice(spots)
    key = random.choice(list(spot) if isinstance(spot, dict) else range(len(spot)))
    change = random.randrange(6)
    if change == 0:
        spot[key] = random.choice(ODD_VALUES)
    elif change == 1:
        spot[key] = copied(random.choice(list(other.values()) if isinstance(other, dict) else other))
    elif change == 2:
        del spot[key]
    elif change == 3 and isinstance(spot, list):
        spot.insert(key, copied(spot[key]))
    elif isinstance(spot, dict):
        spot[random.choice(["", "x", "kind", "cards", "player", "p02", str(key) + " "])] = spot.pop(key)
    else:
        random.shuffle(spot)
    return json.dumps(document).encode("utf-8", "replace")


def _bend(data: bytes, random: Random) -> bytes:
    """Changes that keep the types: another name, card or number that is somewhere in the record."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return data
    spots = [
        (spot, key)
        for spot in _containers(document)
        for key in (list(spot) if isinstance(spot, dict) else range(len(spot)))
        if type(spot[key]) in (int, str, bool)
    ]
    for _ in range(random.choice([1, 2, 4])):
        if not spots:
            break
        spot, key = random.choice(spots)
        alike = [other[at] for other, at in random.choices(spots, k=20) if type(other[at]) is type(spot[key])]
        alike += [number for number in (-1, 0, 2, 18, 60, 10**6) if type(spot[key]) is int]
        spot[key] = random.choice(alike or [spot[key]])
    return json.dumps(document).encode("utf-8", "replace")


def _containers(value: Any) -> Iterator[Any]:
    level = [value]
    while level:
        outer = level.pop()
        if isinstance(outer, dict | list):
            yield outer
            level.extend(outer.values() if isinstance(outer, dict) else outer)


WAYS = [_flip, _cut, _insert, _double, *[_edit] * 4, *[_bend] * 8]


def through_the_command_line(count: int, seed: int) -> Counter[str]:
    """How many were true, faulty and unreadable; AssertionError if the command ever misbehaves."""
    tally: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        names: list[str] = []
        for number, data in enumerate(mutilations(count, seed)):
            path = Path(folder) / f"{number}.json"
            path.write_bytes(data)
            names.append(str(path))
        for start in range(0, count, BATCH):
            batch = names[start : start + BATCH]
            command = [sys.executable, "-m", "rules_engine", "check", *batch]
            done = subprocess.run(command, capture_output=True, check=False)
            assert done.stderr == b"", done.stderr.decode(errors="replace")
            assert done.returncode in (0, 1, 2), done.returncode
            documents = [json.loads(line) for line in done.stdout.splitlines()]
            assert len(documents) == len(batch)
            for document in documents:
                unreadable = [
                    finding for finding in document["findings"] if finding["code"] == "record-malformed"
                ]
                tally["true" if document["ok"] else "unreadable" if unreadable else "faulty"] += 1
    return tally


if __name__ == "__main__":
    print(dict(through_the_command_line(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, 1966)))
