"""A leader's own sheet: each fault of it is one finding."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rules_engine.findings import Severity
from rules_engine.military_whist.check.movement_sheet import check_destinations, check_sheet
from rules_engine.military_whist.movement import PlannedHand, movement
from rules_engine.military_whist.rotation import Pattern
from tests.support.seeds import by_seeds

Sheet = list[PlannedHand]


def finding_at(sheet: Sheet, pattern: Pattern = "own") -> list[tuple[object, ...]]:
    findings = [finding.as_document() for finding in check_sheet(sheet, pattern)]
    return [(finding["code"], finding["hand"], finding["table"]) for finding in findings]


def sheet(tables: int = 16, hands: int = 30) -> Sheet:
    return list(movement(tables, hands))


def changed(hand: int, **fields: Any) -> Sheet:
    lines = sheet()
    lines[hand - 1] = lines[hand - 1]._replace(**fields)
    return lines


@pytest.mark.parametrize("pattern", ["sample", "own"])
@pytest.mark.parametrize("hands", [30, 60])
def test_a_good_sheet(pattern: Pattern, hands: int) -> None:
    assert finding_at(sheet(hands=hands), pattern) == []


def test_fifty_hands_are_not_quite_even_in_pairs_and_that_is_all_there_can_be() -> None:
    assert finding_at(sheet(hands=50)) == []


@pytest.mark.parametrize(
    ("hand", "fields", "pattern", "faults"),
    [
        (7, {"who": "X&Y"}, "sample", [("rotation-who", 7, None)]),
        (7, {"trump": "C"}, "sample", [("rotation-trump", 7, None)]),
        (7, {"dealer": "A"}, "sample", [("rotation-dealer", 7, None)]),
        (7, {"dealer": "X"}, "own", [("dealer-not-out", 7, None)]),
        (7, {"who": "B&Y"}, "own", [("pairs-uneven", None, None)]),
        (7, {"to": tuple(range(1, 17))}, "own", [("move-home", 7, None)]),
        (7, {"to": (1, *range(3, 17), 2)}, "own", [("move-home", 7, 1)]),
        (7, {"to": (3, *range(3, 17), 1)}, "own", [("move-crowded", 7, 3)]),
    ],
)
def test_one_fault(hand: int, fields: dict[str, Any], pattern: Pattern, faults: list[object]) -> None:
    assert finding_at(changed(hand, **fields), pattern) == faults


@pytest.mark.parametrize(
    ("to", "messages"),
    [
        (
            (1, 4, 4, 5, 6, 2),
            [
                "The pair of team 1 goes to its own table.",
                "The pairs of teams 2, 3 all come to table 4, and nobody to 3.",
            ],
        ),
        (
            (4, 4, 5, 5, 1, 2),
            [
                "The pairs of teams 1, 2 all come to table 4, and nobody to 3, 6.",
                "The pairs of teams 3, 4 all come to table 5, and nobody to 3, 6.",
            ],
        ),
        (
            (2, 2, 4, 5, 6, 1),
            ["The pair of team 2 goes to its own table."],
        ),
        (
            (1, 2, 4, 3, 6, 5),
            ["The pair of team 1 goes to its own table.", "The pair of team 2 goes to its own table."],
        ),
    ],
)
def test_every_fault_of_a_line_is_named_and_one_slip_once(to: tuple[int, ...], messages: list[str]) -> None:
    """A pair sent home hides no table that two others come to, and does not itself crowd the one it is at."""
    assert [finding.message for finding in check_destinations(to, 7)] == messages


def test_unequal_meetings_are_a_warning() -> None:
    lines = [line._replace(to=sheet()[0].to) for line in sheet()]
    findings = check_sheet(lines)
    assert [(finding.code, finding.severity) for finding in findings] == [("visits-uneven", Severity.WARNING)]


def test_visits_even_and_meetings_not() -> None:
    """Moves 1 and 10 of eleven tables are the same meetings, each visit once."""
    lines = sheet(11, 2)
    lines[1] = lines[1]._replace(to=sheet(11, 10)[9].to)
    assert finding_at(lines) == [("meetings-uneven", None, None)]


@by_seeds(40)
def test_a_single_slip_in_a_random_place_is_found_once(seed: int) -> None:
    random = Random(seed)
    tables = random.randint(4, 60)
    hand = random.randrange(30)
    lines = sheet(tables)
    to = list(lines[hand].to)

    def swapped_column() -> str:
        lines[hand] = lines[hand]._replace(trump="NT Low" if lines[hand].trump == "H" else "H")
        return "rotation-trump"

    def two_at_one_table() -> str:
        at, to_also = random.sample(range(tables), 2)
        to[at] = to[to_also]
        lines[hand] = lines[hand]._replace(to=tuple(to))
        return "move-home" if to[at] == at + 1 else "move-crowded"

    def at_home() -> str:
        at = random.randrange(tables)
        to[at] = at + 1
        lines[hand] = lines[hand]._replace(to=tuple(to))
        return "move-home"

    slips: list[Callable[[], str]] = [swapped_column, two_at_one_table, at_home]
    code = slips[seed % 3]()
    assert [name for name, _, _ in finding_at(lines, "sample")] == [code]
