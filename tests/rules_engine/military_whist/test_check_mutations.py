"""True random events with a single fault put in somewhere: it is found, and once."""

from functools import cache

import pytest

from rules_engine.military_whist.movement import ORDERS
from rules_engine.military_whist.random.command import without
from rules_engine.military_whist.random.event import random_event
from tests.rules_engine.military_whist.events import check
from tests.rules_engine.military_whist.mutations import (
    ANY_DETAIL,
    FLAGS,
    TRICKS,
    Spoiler,
    counted_after,
    trump,
)
from tests.rules_engine.military_whist.slips import SLIPS
from tests.rules_engine.records import Json, codes_found, copied, spoilt
from tests.support.seeds import FIRST, FUZZED, randomly, seeds

EVENTS = 12
PLACES = 4
DETAILS = ("tricks", "flags", "counts")


@cache
def events() -> list[Json]:
    """Quiet and lively halls of 2 to 16 tables, of every level, over one day and two."""
    records = []
    for seed in seeds(EVENTS):
        level = ("open", "area", "zone", "provincial")[seed % 4]
        tables = 16 if level == "provincial" else 2 + seed * 5 % 11
        mishaps = (0.0, 0.6, 1.0)[seed % 3]
        order = ORDERS[seed // 4 % 2]
        records.append(random_event(tables, 100 + seed, level=level, moves=order, mishaps=mishaps))
    return records + [
        random_event(4 + seed % 9, seed, days=[(1,)], level="open", mishaps=0.5) for seed in seeds(EVENTS)
    ]


@cache
def told_in_detail(detail: str) -> list[Json]:
    return [without(copied(event), detail) for event in events()]


def spoil(spoiler: Spoiler, detail: str) -> list[tuple[Json, list[str], set[str]]]:
    """The record, the codes found and those allowed, for each place at which there was something to spoil."""
    results = [
        (record, codes_found(record), allowed)
        for record, allowed in spoilt(told_in_detail(detail), PLACES, spoiler, FIRST)
    ]
    assert results or FUZZED, "there was nothing to spoil"
    return results


@randomly
@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("spoiler", ANY_DETAIL + SLIPS, ids=lambda spoiler: spoiler.__name__)
def test_a_single_fault_is_found_once(spoiler: Spoiler, detail: str) -> None:
    for _, found_codes, allowed in spoil(spoiler, detail):
        assert len(found_codes) == 1
        assert set(found_codes) <= allowed


@randomly
@pytest.mark.parametrize("detail", ["tricks", "flags"])
@pytest.mark.parametrize("spoiler", FLAGS, ids=lambda spoiler: spoiler.__name__)
def test_a_single_fault_of_a_hand_is_found_once(spoiler: Spoiler, detail: str) -> None:
    for _, found_codes, allowed in spoil(spoiler, detail):
        assert len(found_codes) == 1
        assert set(found_codes) <= allowed


@randomly
@pytest.mark.parametrize("spoiler", TRICKS, ids=lambda spoiler: spoiler.__name__)
def test_a_single_fault_of_the_tricks_is_found_once(spoiler: Spoiler) -> None:
    for _, found_codes, allowed in spoil(spoiler, "tricks"):
        assert len(found_codes) == 1
        assert set(found_codes) <= allowed


def test_a_wrong_count_shows_also_where_nothing_else_is_told() -> None:
    for _, found_codes, allowed in spoil(counted_after, "counts"):
        assert set(found_codes) == allowed
        assert len(found_codes) == 1


def test_where_only_the_trump_was_noted_wrong_the_flags_are_those_played() -> None:
    for record, _, _ in spoil(trump, "tricks"):
        assert check(record)["totals"] == record["totals"]


@randomly
@pytest.mark.parametrize("detail", DETAILS)
def test_the_events_are_true_before_they_are_spoilt(detail: str) -> None:
    for event, record in zip(events(), told_in_detail(detail), strict=True):
        before = copied(record)
        assert codes_found(record) == []
        assert record == before
        document = check(record)
        assert (document["findings"], document["totals"]) == ([], event["totals"])
        assert [entry[:2] for entry in document["ranking"]] == event["ranking"]
