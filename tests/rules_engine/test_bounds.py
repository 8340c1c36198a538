"""No number of a record, however large, makes the check work long: each has its bounds in reader and schema.

The fields are those of the schemas: whoever adds one to a format has it tested here, or is told that the full
record of that format lacks it. Work is counted in instructions, not in time.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from jsonschema_rs import Draft202012Validator

from rules_engine.cards import TWO_DECKS
from rules_engine.formats import FORMATS, check_document
from rules_engine.reading import Malformed
from rules_engine.whoopie.record import MOST_STANZAS
from tests.rules_engine.bid_whist.full_record import full_record as full_tournament
from tests.rules_engine.columbus_whist.full_record import full_record as full_evening
from tests.rules_engine.military_whist.full_record import full_record as full_event
from tests.rules_engine.records import Json, copied, edited, table_of_four, with_made_only, without_cards
from tests.rules_engine.whoopie.test_check_malformed import full_record as full_game
from tests.rules_engine.work import instructions

FULL: dict[str, Json] = json.loads(
    json.dumps(
        {
            "whoopie-game/1": full_game(),
            "military-whist/1": full_event(),
            "bid-whist/1": full_tournament(),
            "columbus-whist/1": full_evening(),
        }
    )
)
ALSO = {
    "whoopie-game/1": [
        edited(FULL["whoopie-game/1"], {"planned": {"cycles": 1}}),
        without_cards(FULL["whoopie-game/1"]),
        with_made_only(table_of_four()),
    ]
}
"""Records of other shapes, which the check takes other ways with."""
BEYOND_ALL = 2**31
WORK_AT_MOST = 3
"""So many times the work of the record as it was may the largest number bring."""
SLACK = 30_000


class Field(NamedTuple):
    """A whole number of a record: where the schema describes it, and where it stands in the record."""

    described: str
    place: str
    least: int
    most: int


class Schema:
    """A schema, walked together with a record."""

    def __init__(self, name: str) -> None:
        self.whole: Json = json.loads(FORMATS[name].schema.read_text())
        self.validator = Draft202012Validator(self.whole)

    def described(self) -> set[str]:
        """Where every whole number is described, each reference to it by itself."""
        return set(self._described("#", self.whole, ()))

    def _described(self, at: str, node: Any, through: tuple[str, ...]) -> Iterator[str]:
        if "$ref" in node and node["$ref"] in through:
            return
        target, way = self._resolved(node)
        if _is_whole(target):
            yield at
        for key, part in _parts(target):
            yield from self._described(f"{way or at}/{key}", part, through + ((way,) if way else ()))

    def fields(self, record: Json) -> list[Field]:
        """The whole numbers that stand in a record."""
        return list(self._fields("#", self.whole, "", record))

    def _fields(self, at: str, node: Any, place: str, value: Any) -> Iterator[Field]:
        target, way = self._resolved(node)
        here = way or at
        if _is_whole(target):
            if type(value) is int:
                yield Field(at, place[1:], target["minimum"], target["maximum"])
            return
        for number, choice in enumerate(target.get("oneOf", ())):
            if Draft202012Validator(choice | {"$defs": self.whole["$defs"]}).is_valid(value):
                yield from self._fields(f"{here}/oneOf/{number}", choice, place, value)
        if isinstance(value, dict):
            for key, part in value.items():
                known = target.get("properties", {})
                if key in known:
                    yield from self._fields(f"{here}/properties/{key}", known[key], f"{place}/{key}", part)
                elif isinstance(rest := target.get("additionalProperties"), dict):
                    yield from self._fields(f"{here}/additionalProperties", rest, f"{place}/{key}", part)
        if isinstance(value, list):
            first = target.get("prefixItems", [])
            for number, part in enumerate(value):
                if number < len(first):
                    way_there = f"{here}/prefixItems/{number}"
                    yield from self._fields(way_there, first[number], f"{place}/{number}", part)
                elif isinstance(rest := target.get("items"), dict):
                    yield from self._fields(f"{here}/items", rest, f"{place}/{number}", part)

    def _resolved(self, node: Any) -> tuple[Any, str]:
        """What a node refers to, if it refers, and where that stands."""
        way = ""
        while "$ref" in node:
            way = node["$ref"]
            node = self.whole
            for step in way[2:].split("/"):
                node = node[step]
        return node, way


def _is_whole(node: Any) -> bool:
    kind = node.get("type")
    return kind == "integer" or (isinstance(kind, list) and "integer" in kind)


def _parts(node: Any) -> Iterator[tuple[str, Any]]:
    for name in ("properties",):
        yield from ((f"{name}/{key}", part) for key, part in node.get(name, {}).items())
    for name in ("oneOf", "prefixItems"):
        yield from ((f"{name}/{number}", part) for number, part in enumerate(node.get(name, ())))
    for name in ("items", "additionalProperties"):
        if isinstance(node.get(name), dict):
            yield name, node[name]


def check_if_readable(record: Json) -> Malformed | None:
    """What the reader says against a record; what it takes is checked, as the site does."""
    try:
        check_document(record)
    except Malformed as malformed:
        return malformed
    return None


def work_of(record: Json, most: int = 5_000_000) -> int:
    return instructions(lambda: check_if_readable(copied(record)), most)


SCHEMAS = {name: Schema(name) for name in FORMATS}
RECORDS = {name: [record, *ALSO.get(name, [])] for name, record in FULL.items()}


def one_of_each_shape(name: str, record: Json) -> list[Field]:
    """The first field of every shape, whatever the numbers in its path."""
    shapes = {re.sub(r"\d+", "#", field.place): field for field in reversed(SCHEMAS[name].fields(record))}
    return list(reversed(shapes.values()))


CASES = [
    pytest.param(name, number, field, id=f"{name} {number} {field.place}")
    for name, records in RECORDS.items()
    for number, record in enumerate(records)
    for field in one_of_each_shape(name, record)
]
BEFORE = {
    (name, at): work_of(record) for name, records in RECORDS.items() for at, record in enumerate(records)
}


def test_every_format_is_here() -> None:
    assert set(FULL) == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_every_number_of_the_schema_stands_in_a_record_here(name: str) -> None:
    here = {field.described for record in RECORDS[name] for field in SCHEMAS[name].fields(record)}
    assert here == SCHEMAS[name].described()


@pytest.mark.parametrize(("name", "number", "field"), CASES)
def test_the_largest_number_is_no_more_work(name: str, number: int, field: Field) -> None:
    record = RECORDS[name][number]
    allowed = WORK_AT_MOST * BEFORE[name, number] + SLACK
    for value in (field.least, field.most):
        assert work_of(edited(record, {field.place: value}), allowed) <= allowed


@pytest.mark.parametrize(("name", "number", "field"), CASES)
def test_one_beyond_the_largest_is_refused_where_it_stands(name: str, number: int, field: Field) -> None:
    record = RECORDS[name][number]
    for value in (field.least - 1, field.most + 1, -BEYOND_ALL, BEYOND_ALL):
        changed = edited(record, {field.place: value})
        malformed = check_if_readable(changed)
        assert malformed is not None, value
        assert malformed.pointer == f"/{field.place}"
        assert not SCHEMAS[name].validator.is_valid(changed)


@pytest.mark.parametrize(("name", "number"), BEFORE)
def test_all_numbers_at_their_largest_are_no_more_work(name: str, number: int) -> None:
    record = RECORDS[name][number]
    largest = {field.place: field.most for field in SCHEMAS[name].fields(record)}
    allowed = WORK_AT_MOST * BEFORE[name, number] + SLACK
    assert work_of(edited(record, largest), allowed) <= allowed


HANGING = (
    b'{"format":"whoopie-game/1","ruleset":"whoopie-1966","id":"x","seats":["a","b","c"],"first_dealer":"c",'
    b'"stanzas":[{"cards":1000000,"dealer":"c","bids":[["a",0],["b",0],["c",0]],'
    b'"made":{"a":false,"b":false,"c":false}}]}'
)


def test_a_small_record_of_a_million_cards_is_refused_at_once() -> None:
    malformed: list[Malformed | None] = []
    instructions(lambda: malformed.append(check_if_readable(json.loads(HANGING))), SLACK)
    assert malformed[0] is not None
    assert malformed[0].pointer == "/stanzas/0/cards"


LISTS: dict[str, tuple[str, Callable[[int], object]]] = {
    "seats": ("", lambda count: [f"p{at}" for at in range(count)]),
    "stanzas/0/joins": (
        "/104",
        lambda count: [{"player": f"p{at}", "left_of": "ann", "score": 0} for at in range(4, count)],
    ),
    "stanzas/0/hands/bob": ("", lambda count: ["5S"] * count),
    "stanzas/0/bids": ("", lambda count: [["ann", 0]] * count),
    "stanzas/0/tricks": ("/108", lambda count: [[["ann", "5S"]]] * count),
    "stanzas/0/incidents": ("/108", lambda count: [{"kind": "misdeal", "reason": "a card fell"}] * count),
}
"""Lists that the check goes through again and again, and where in them one too many stands."""


@pytest.mark.parametrize("path", LISTS)
def test_a_list_holds_no_more_than_two_decks(path: str) -> None:
    further, make = LISTS[path]
    most = check_if_readable(edited(table_of_four(), {path: make(TWO_DECKS)}))
    assert most is None or not most.pointer.startswith(f"/{path}")
    too_many = check_if_readable(edited(table_of_four(), {path: make(TWO_DECKS + 1)}))
    assert too_many is not None
    assert too_many.pointer == f"/{path}{further}"


def test_cards_shown_in_one_stanza_are_no_more_than_two_decks() -> None:
    shown = {"kind": "exposed-card", "player": "ann", "trick": 1, "cards": ["5S"] * (TWO_DECKS // 2)}
    assert check_if_readable(edited(table_of_four(), {"stanzas/0/incidents": [shown] * 2})) is None
    malformed = check_if_readable(edited(table_of_four(), {"stanzas/0/incidents": [shown] * 3}))
    assert malformed is not None
    assert malformed.pointer == "/stanzas/0/incidents/2"


def test_a_game_has_no_more_stanzas_than_can_be_counted() -> None:
    record = table_of_four()
    malformed = check_if_readable(record | {"stanzas": record["stanzas"][:1] * (MOST_STANZAS + 1)})
    assert malformed is not None
    assert malformed.pointer == "/stanzas"


MOST_WORK_OF_A_HAND = 15_000


@pytest.mark.parametrize("score", [{}, {"score": [3, 3]}])
def test_hands_without_books_are_no_more_work_each_the_more_there_are(score: Json) -> None:
    """Each may have come to eight results: what they leave open together is held within bounds."""

    def work(count: int) -> int:
        record: Json = {"format": "columbus-whist/1", "ruleset": "columbus-first-club-2016", "id": "many"}
        hands: list[Json] = [{"bid": "1", "by": 1} | score] * count
        teams = [{"name": name} for name in ("one", "two")]
        record |= {"teams": teams, "rounds": [[{"teams": [1, 2], "hands": hands}]]}
        return instructions(lambda: check_document(record))

    few, twice = work(10), work(20)
    assert twice - few <= 10 * MOST_WORK_OF_A_HAND
