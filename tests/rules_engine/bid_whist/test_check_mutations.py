"""True random tournaments with a single fault put in somewhere: it is found, and once."""

from functools import cache

import pytest

from rules_engine.bid_whist.random.command import without
from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.bid_whist.timetable import BY_NAME
from tests.rules_engine.bid_whist.mutations import ANY_DETAIL, CALLS, HANDS, Spoiler
from tests.rules_engine.bid_whist.slips import SLIPS
from tests.rules_engine.bid_whist.tournaments import check
from tests.rules_engine.records import Json, codes_found, copied, spoilt
from tests.support.seeds import FIRST, FUZZED, randomly

PLACES = 3
DETAILS = ("calls", "hands", "points")


@cache
def tournaments() -> list[Json]:
    """Quiet and lively weekends; after two of them a single hand is played for the last seat."""
    names = list(BY_NAME)
    records = [random_tournament(10, 47, tournament=names[3], mishaps=0.5)]
    records.append(random_tournament(17, 15, tournament=names[3], mishaps=0.5))
    return records + [
        random_tournament(
            teams, FIRST + 200 + teams, tournament=names[teams % 4], mishaps=(0.3, 1.0)[teams % 2]
        )
        for teams in (2, 3, 5, 8, 9, 16, 21, 37)
    ]


@cache
def told_in_detail(detail: str) -> list[Json]:
    return [without(copied(tournament), detail) for tournament in tournaments()]


def spoil(spoiler: Spoiler, detail: str) -> list[tuple[list[str], set[str]]]:
    """The codes found and those allowed, for each place at which there was something to spoil."""
    results = [
        (codes_found(record), allowed)
        for record, allowed in spoilt(told_in_detail(detail), PLACES, spoiler, FIRST)
    ]
    assert results or FUZZED, "there was nothing to spoil"
    return results


def test_a_sheet_without_its_points_is_no_fault_and_is_named() -> None:
    record = without(copied(tournaments()[0]), "points")
    del record["rounds"][0][0]["points"]
    document = check(record)
    assert document["findings"] == []
    assert "the points of games" in document["not_checked"]


@randomly
@pytest.mark.parametrize(
    ("spoiler", "detail"),
    [
        pytest.param(spoiler, detail, id=f"{spoiler.__name__}-{detail}")
        for spoiler in SLIPS
        for detail in ("calls", "points")
        if detail == "calls" or ("extra" not in spoiler.__name__ and "renege" not in spoiler.__name__)
    ],
)
def test_a_slip_of_the_pen_is_found_once(spoiler: Spoiler, detail: str) -> None:
    for found_codes, allowed in spoil(spoiler, detail):
        assert len(found_codes) == 1
        assert set(found_codes) <= allowed


@randomly
@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("spoiler", ANY_DETAIL, ids=lambda spoiler: spoiler.__name__)
def test_a_single_fault_is_found_once(spoiler: Spoiler, detail: str) -> None:
    for found_codes, allowed in spoil(spoiler, detail):
        assert len(found_codes) == 1
        assert set(found_codes) <= allowed


@randomly
@pytest.mark.parametrize("detail", ["calls", "hands"])
@pytest.mark.parametrize("spoiler", HANDS, ids=lambda spoiler: spoiler.__name__)
def test_a_single_fault_of_a_hand_is_found_once(spoiler: Spoiler, detail: str) -> None:
    for found_codes, allowed in spoil(spoiler, detail):
        assert len(found_codes) == 1
        assert set(found_codes) <= allowed


@randomly
@pytest.mark.parametrize("spoiler", CALLS, ids=lambda spoiler: spoiler.__name__)
def test_a_single_fault_of_the_bidding_is_found_once(spoiler: Spoiler) -> None:
    for found_codes, allowed in spoil(spoiler, "calls"):
        assert len(found_codes) == 1
        assert set(found_codes) <= allowed


@randomly
@pytest.mark.parametrize("detail", DETAILS)
def test_the_tournaments_are_true_before_they_are_spoilt(detail: str) -> None:
    for tournament, record in zip(tournaments(), told_in_detail(detail), strict=True):
        before = copied(record)
        assert codes_found(record) == []
        assert record == before
        document = check(record)
        assert document["findings"] == []
        assert document["standings"] == tournament["standings"]
        assert document["seeds"] == tournament["seeds"]
        assert [team for team in document["places"] if team is not None] == tournament["places"]
