"""Reader and schema of a record format: each says of every shape of a record what the other says."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from jsonschema_rs import Draft202012Validator, meta

from rules_engine.formats import FORMATS, check_document
from rules_engine.reading import Malformed
from tests.rules_engine.mutilate import ODD_JSON, spots
from tests.rules_engine.records import GONE, Json, edited

HALF = 7.5
"""What no place of a record takes."""

VALUES: list[Any] = [GONE, None, True, 7, HALF, -1, 0, 1_000_001, -1_000_001, 10**30, "", "text"]
VALUES += [[], [[]], {}, {"": 1}]


def refusal(document: Any) -> Malformed | None:
    """What the reader says against a document; None where it reads it."""
    try:
        check_document(document)
    except Malformed as malformed:
        return malformed
    return None


def places_of(document: Json) -> list[str]:
    """Every place of a record but the whole."""
    return [path[1:] for path, _ in spots(document) if path]


def one_of_each_shape(document: Json) -> list[str]:
    """The first two places of every shape, whatever the numbers in their paths."""
    shapes: Counter[str] = Counter()
    paths = []
    for path in places_of(document):
        shape = re.sub(r"\d+", "#", path)
        shapes[shape] += 1
        if shapes[shape] <= 2:
            paths.append(path)
    return paths


class ReaderAndSchema:
    """Those of one format, tried on changes of a record with every field.

    `readers_alone` are parts of the reader's messages about what a schema can say nothing of, such as that a
    team exists. `pointed_at` are edits of the full record (path, value) and the pointer to what is refused.
    `values` are tried at every place, or at two of each shape.
    """

    def __init__(
        self,
        name: str,
        full: Json,
        record_of: Callable[[object], Any],
        *,
        random_record: Callable[[int], Json],
        readers_alone: Sequence[str],
        pointed_at: Sequence[tuple[str, Any, str]],
        values: Sequence[Any] = VALUES,
        every_place: bool = True,
    ) -> None:
        self.name = name
        self.full = full
        self.record_of = record_of
        self.random_record = random_record
        self.readers_alone = readers_alone
        self.pointed_at = pointed_at
        self.values = values
        self.places = places_of(full) if every_place else one_of_each_shape(full)
        self.schema = json.loads(FORMATS[name].schema.read_text())
        self.validator = Draft202012Validator(self.schema)

    def agree(self, document: Any) -> bool:
        """Whether both take it, or both refuse it, or the reader alone can know better."""
        malformed = refusal(document)
        valid = self.validator.is_valid(document)
        known_better = valid and any(part in str(malformed) for part in self.readers_alone)
        return valid == (malformed is None) or known_better

    def hold_the_schema(self) -> None:
        """It is a schema, by the name of its format."""
        meta.validate(self.schema)
        assert self.schema["title"] == self.name

    def hold_every_object_closed(self) -> None:
        """No object takes fields that the schema does not name."""
        for path, value in spots(self.schema):
            if isinstance(value, dict) and value.get("type") == "object":
                assert "additionalProperties" in value, path

    def hold_what_validates(self, document: Any) -> None:
        """The schema finds nothing."""
        assert list(self.validator.iter_errors(document)) == []

    def hold_types(self, path: str) -> None:
        """Both agree on values of every type at a place."""
        for value in self.values:
            changed = edited(self.full, {path: value})
            assert self.agree(changed), f"{path}: {value!r}: {refusal(changed)}"
            assert value != HALF or refusal(changed) is not None

    def hold_odd_values(self, seed: int) -> None:
        """Both agree on a hundred odd values at places by chance."""
        random = Random(seed)
        for _ in range(100):
            path = random.choice(self.places)
            value = random.choice(ODD_JSON)
            if type(value) is float and value.is_integer():
                continue  # JSON Schema takes 1.0 for a whole number, the reader does not
            record = edited(self.full, {path: value})
            assert self.agree(record), f"{path}: {value!r}: {refusal(record)}"

    def hold_the_place(self, path: str, value: Any, pointer: str) -> None:
        """The reader points at what cannot be meant."""
        malformed = refusal(edited(self.full, {path: value}))
        assert malformed is not None
        assert malformed.pointer == pointer
