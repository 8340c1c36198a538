"""What slips of Military Whist come to: hands, loans, sheets, the end of play, words of the leader."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

import pytest

from rules_engine.military_whist.check.event import check_bytes, check_record
from rules_engine.military_whist.irregularities import KINDS
from rules_engine.military_whist.movement import movement
from rules_engine.military_whist.random.event import random_event
from rules_engine.military_whist.reader.event import record_of
from tests.support.refusals import refusal_of
from tests.support.seeds import by_seeds
from tests.support.whist_slips import head_of, slips_of
from tournaments.formats.kept_check import KeptFinding
from tournaments.formats.military_whist.hands import INCIDENTS, REVOKE, hands_told, outcome
from tournaments.formats.military_whist.leader_movement import read_lines
from tournaments.formats.military_whist.record import board, due, place_of, record
from tournaments.formats.military_whist.tables import sheet_of
from tournaments.formats.registry import format_named
from tournaments.formats.slips import EventHead, Standing

DAYS = ((3, 3), (4,))
BEFORE: Standing = {f"d1-before-{table}": {"flags": 12} for table in (1, 2, 3)}


def finding_codes(head: EventHead, standing: Standing) -> list[str]:
    return [finding.code for finding in check_record(record_of(record(head, standing))).findings]


def places(head: EventHead, standing: Standing) -> list[str]:
    return [slip.place for slip in due(head, standing)]


@by_seeds(12)
def test_slips_of_a_random_event_make_the_record_that_the_engine_made(seed: int) -> None:
    document = random_event(
        3 + seed % 5, seed, days=DAYS, mishaps=1.0, moves="spread" if seed % 2 else "circle"
    )
    head = head_of(len(document["teams"]), DAYS, moves=document["moves"])
    recorded = record(head, slips_of(document))
    assert recorded["totals"] == document["totals"]
    for ours, theirs in zip(recorded["days"], document["days"], strict=True):
        assert [hand["tricks"] for hand in ours["hands"]] == [hand["tricks"] for hand in theirs["hands"]]
        for lendings, expected in (
            (ours.get("loans", ()), theirs.get("loans", ())),
            (ours.get("returns", ()), theirs.get("returns", ())),
        ):
            assert sorted(map(str, lendings)) == sorted(map(str, expected))
    checked = check_record(
        record_of({**recorded, "playoffs": document.get("playoffs", []), "ranking": document["ranking"]})
    )
    assert not checked.findings
    assert [[place, team] for place, team, *_more in checked.ranking] == document["ranking"]


@pytest.mark.parametrize("pattern", ["sample", "sample-restarted"])
def test_after_hand_thirty_the_sample_goes_on_or_begins_again_as_was_chosen(pattern: str) -> None:
    """Reading 2: hand 32 is the first whose dealer differs; sheet, record and check keep to the same."""
    head = head_of(3, ((34,),), pattern=pattern)
    sheet = sheet_of(head, {})
    assert sheet is not None
    again = pattern == "sample-restarted"
    assert (sheet[31].dealer == sheet[1].dealer, sheet[31].who, sheet[31].trump) == (again, "X&Y", "S")
    document = random_event(3, 7, days=((34,),), restarted=again)
    head = head_of(3, ((34,),), pattern=pattern, moves=document["moves"])
    assert record(head, slips_of(document))["pattern"] == pattern
    assert finding_codes(head, slips_of(document)) == []


def test_flags_are_conserved_after_every_hand_told_so_far() -> None:
    document = random_event(5, 66, days=((12,),), mishaps=1.0)
    whole = slips_of(document)
    head = head_of(5, ((12,),))
    for hands in range(1, 12):
        standing = {
            place: slip for place, slip in whole.items() if _told_by(place, slip, hands, counted=False)
        }
        checked = check_record(record_of(record(head, standing)))
        [day] = checked.days
        assert len(day.hands) == hands == hands_told(head, standing)
        assert sum(day.hands[-1].held) == 60 + sum(day.lent)
        assert not checked.findings


def _told_by(place: str, slip: Mapping[str, Any], hands: int, counted: bool) -> bool:
    if place.startswith("h"):
        return int(place[1:].partition("-")[0]) <= hands
    return slip["hand"] <= hands if place.startswith("loan") else counted or "before" in place


def test_a_hand_is_due_once_the_one_before_was_told_somewhere() -> None:
    head = head_of(3, DAYS)
    first = [f"h1-t{table}" for table in (1, 2, 3)]
    assert [place for place in places(head, {}) if place[0] == "h"] == first
    assert "h2-t1" in places(head, {"h1-t3": {"visitors": 6}})
    told_so_far = {place: {"visitors": 6} for place in first}
    assert [slip.past for slip in due(head, told_so_far) if slip.place in first] == [True] * 3
    assert not any(slip.needed or slip.signed for slip in due(head, told_so_far) if slip.place[0] == "h")


def test_what_the_tricks_of_a_table_come_to() -> None:
    sheet = movement(3, 5)
    assert sheet[4].trump == "NT Low"
    assert outcome(sheet[0], {"visitors": 6}) == "6 to 7: no flag goes"
    assert outcome(sheet[0], {"visitors": 6, "revokes_home": 1}) == "8 to 5: 1 flag goes with the visitors"
    assert outcome(sheet[4], {"visitors": 3}) == "10 to 3: 2 flags go with the visitors"
    assert {*INCIDENTS, REVOKE} == set(KINDS)
    [slip] = [slip for slip in due(head_of(3, DAYS), {}) if slip.place == "h1-t2"]
    assert slip.tells is not None
    assert slip.tells({"visitors": 9}) == ("9 to 4: 1 flag goes with the visitors.",)
    assert [field.name for field in slip.fields if not field.aside] == ["visitors", "flags"]


def test_tricks_that_are_not_thirteen_are_found_at_their_table() -> None:
    head = head_of(3, DAYS)
    slips_told = {f"h1-t{table}": {"visitors": 6, "home": 7} for table in (1, 2, 3)}
    slips_told["h1-t2"] = {"visitors": 6, "home": 8}
    [finding] = check_record(record_of(record(head, slips_told))).findings
    assert (finding.code, place_of(head, cast(KeptFinding, finding.as_document()))) == ("trick-sum", "h1-t2")


def test_a_loan_is_taken_off_the_score_and_one_taken_back_counts_for_nothing() -> None:
    head = head_of(3, ((6,),))
    after = {f"d1-after-{table}": {"flags": flags} for table, flags in ((1, 30), (2, 7), (3, 1))}
    loan = {"loan-1": {"kind": "lent", "table": 3, "hand": 6, "flags": 2}}
    standing: Standing = {**BEFORE, **after, **loan}
    assert finding_codes(head, standing) == []
    assert record(head, standing)["totals"] == [30, 7, -1]
    assert [line.figures for line in board(head, standing, None).lines] == [(30, 30), (7, 7), (-1, -1)]
    none = {**standing, "loan-1": {**loan["loan-1"], "flags": 0}}
    assert finding_codes(head, none) == ["count-after"]
    assert "loan-2" in places(head, standing)


def test_the_leader_stops_play_in_the_middle_of_the_first_day() -> None:
    head = head_of(3, DAYS)
    after = {f"d1-after-{table}": {"flags": flags} for table, flags in ((1, 14), (2, 12), (3, 10))}
    stop = {"stopped": {"hand": 4, "reason": "The lights failed."}}
    standing: Standing = {**BEFORE, **after, **stop}
    assert not [place for place in places(head, standing) if place.startswith("d2")]
    document = record(head, standing)
    assert (len(document["days"]), document["stopped"]["hand"], document["totals"]) == (1, 4, [14, 12, 10])
    assert finding_codes(head, standing) == []
    whole = {**standing, "stopped": {"hand": 10, "reason": "Light again."}}
    assert "d2-before-1" in places(head, whole)
    assert "stopped" not in record(head, whole)


OWN = "A&B 1 H B\nX&Y 2 nt low X\n3. A&X 2,3,1 NTHigh A"


def test_a_sheet_of_the_leaders_own_is_read_checked_and_moves_the_pairs() -> None:
    head = head_of(3, ((3,),), moves="own", pattern="own")
    [sheet] = [slip for slip in due(head, BEFORE) if slip.place == "sheet"]
    assert sheet.needed
    assert sheet.read is not None
    lines = sheet.read({"lines": OWN})
    assert lines == {"lines": "A&B 1 H B\nX&Y 2 NT Low X\nA&X 2,3,1 NT High A"}
    assert not [place for place in places(head, BEFORE) if place[0] == "h"]
    standing: Standing = {**BEFORE, "sheet": lines}
    [day] = record(head, standing)["days"]
    assert [(hand["who"], hand["move"]) for hand in day["hands"]] == [("A&B", 1), ("X&Y", 2), ("A&X", 1)]
    assert finding_codes(head, standing) == []
    assert "h1-t1" in places(head, standing)


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("A&B 1 H B\nX&Y 0 S X\nA&X 1 D A", ["move-home"]),
        ("A&B 2,3,2 H B\nX&Y 1 S X\nA&X 1 D A", ["move-crowded"]),
        ("A&B 1 H X\nX&Y 1 S X\nA&X 1 D A", ["dealer-not-out"]),
        ("A&B 1 H B\nA&B 1 S B\nA&B 1 D A", []),
    ],
)
def test_the_checker_finds_what_is_wrong_with_a_sheet(lines: str, codes: list[str]) -> None:
    head = head_of(3, ((3,),), moves="own", pattern="own")
    standing: Standing = {**BEFORE, "sheet": {"lines": read_lines(lines, 3, 3)}}
    checked = check_record(record_of(record(head, standing)))
    assert [finding.code for finding in checked.findings] == codes
    documents = [cast(KeptFinding, finding.as_document()) for finding in checked.findings]
    assert {place_of(head, document) for document in documents} <= {"sheet"}


def test_a_sheet_that_moves_the_pairs_unequally_is_warned_of() -> None:
    head = head_of(3, ((3,),), moves="own", pattern="own")
    uneven = {"lines": read_lines("A&B 1 H B\n" * 3, 3, 3)}
    answer = format_named("military-whist").check(_as_bytes(record(head, {**BEFORE, "sheet": uneven})))
    assert [(finding.code, finding.severity) for finding in answer.findings] == [("pairs-uneven", "warning")]


@pytest.mark.parametrize(
    "lines", ["A&B 1 H B", "A&B 1 H B\n" * 4, "A&B one H B\n" * 3, "A&B 3 H B\n" * 3, "A&A 1 H A\n" * 3]
)
def test_what_is_no_sheet_is_refused_with_its_line(lines: str) -> None:
    refused = refusal_of(lambda: read_lines(lines, 3, 3))
    assert (refused.code, refused.facts) == ("sheet-unreadable", {"field": "lines"})


def test_the_leader_and_the_prizes_stand_in_the_record() -> None:
    standing: Standing = {
        **BEFORE,
        "leader": {"name": "Fern Oakley"},
        "prizes": {"prizes": "First: a cup\n\nSecond: a cake"},
        "clock-1": {"game": "hand"},
    }
    document = record(head_of(3, DAYS), standing)
    assert document["leader"] == "Fern Oakley"
    assert document["prizes"] == ["First: a cup", "Second: a cake"]
    assert check_bytes(_as_bytes(document)).ok
    assert {"clock-2"} <= set(places(head_of(3, DAYS), standing))


def _as_bytes(document: Mapping[str, Any]) -> bytes:

    return json.dumps(document).encode()
