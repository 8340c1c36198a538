"""Every finding of the check, each by the smallest event that has it: one fault, one finding."""

from typing import Any

import pytest

from rules_engine.formats import check_document
from rules_engine.military_whist.random.event import random_event
from tests.rules_engine.military_whist.events import (
    GONE,
    Json,
    check,
    codes,
    edited,
    extra,
    places,
    three_tables,
    tied,
    with_playoff,
)


def provincial(**edits: Any) -> Json:
    return edited(random_event(16, 7, level="provincial"), edits)


def without_hands(record: Json) -> Json:
    for day in record["days"]:
        del day["hands"]
    return record


def four_tied(**more: Any) -> Json:
    playoff = {"teams": [1, 2, 3, 4], "order": [3, 1, 4, 2]} | more
    return tied([12] * 4, playoffs=[playoff], ranking=[[1, 3], [2, 1], [3, 4], [4, 2]])


def in_day(edits: dict[str, Any]) -> Json:
    return edited(three_tables(), {f"days/0/{path}": value for path, value in edits.items()})


NOT_TIED = {"teams": [1, 2], "order": [1, 2], "hands": [extra([1, 2], [7, 6])]}
LOAN = {"table": 1, "hand": 1, "flags": 1}
CASES: list[tuple[str, Json, tuple[int | None, ...]]] = [
    ("player-twice", edited(three_tables(), {"teams/2/players/Y": "a1"}), (None, None, 3, None)),
    ("schedule", edited(three_tables(), {"level": "area", "ranking": GONE}), (None, None, None, None)),
    ("hand-count", in_day({"sessions": [1, 2]}), (1, None, None, None)),
    ("rotation-who", in_day({"hands/0/who": "B&Y"}), (1, 1, None, None)),
    ("rotation-trump", in_day({"hands/0/trump": "S"}), (1, 1, None, None)),
    ("rotation-dealer", in_day({"hands/1/dealer": "Y"}), (1, 2, None, None)),
    ("rotation-move", in_day({"hands/1/move": 1}), (1, 2, None, None)),
    ("move-home", edited(in_day({"hands/1/move": 0}), {"moves": GONE}), (1, 2, None, None)),
    ("move-home", edited(in_day({"hands/1/move": [1, 3, 2]}), {"moves": GONE}), (1, 2, 1, None)),
    ("move-crowded", edited(in_day({"hands/1/move": [3, 1, 1]}), {"moves": GONE}), (1, 2, 1, None)),
    ("dealer-not-out", edited(in_day({"hands/1/dealer": "A"}), {"pattern": "own"}), (1, 2, None, None)),
    ("trick-sum", in_day({"hands/0/tricks/1": [10, 4]}), (1, 1, 2, None)),
    ("trick-sum", in_day({"hands/0/tricks/1": [14, -1]}), (1, 1, 2, None)),
    ("flags-won", in_day({"hands/0/won": [1, 1, 0]}), (1, 1, 2, None)),
    ("flags-won", in_day({"hands/0/tricks/1": [9, 4]}), (1, 1, 2, None)),
    ("count-before", in_day({"before": [12, 11, 12]}), (1, None, 2, None)),
    ("count-after", in_day({"after": [14, 12, 11]}), (1, None, 2, None)),
    ("count-after", in_day({"after": [13, 12, 11]}), (1, None, None, None)),
    ("count-after", without_hands(in_day({"after": [14, 12, 11]})), (1, None, None, None)),
    ("day-score", in_day({"scores": [14, 19, 11]}), (1, None, 2, None)),
    ("loan-unneeded", in_day({"loans": [LOAN]}), (1, 1, 1, None)),
    ("loan-elsewhere", in_day({"loans": [LOAN | {"hand": 3}]}), (1, None, 1, None)),
    ("return-unfounded", in_day({"returns": [LOAN]}), (1, 1, 1, None)),
    ("total", edited(three_tables(), {"totals/1": 12}), (None, None, 2, None)),
    ("ranking", edited(three_tables(), {"ranking": [[1, 2], [2, 1], [2, 3]]}), (None, None, 1, None)),
    ("tie-open", edited(with_playoff(), {"playoffs": []}), (None, None, None, None)),
    ("tie-open", edited(with_playoff(), {"playoffs/0/hands/1": GONE}), (None, None, None, 1)),
    ("tie-teams", edited(three_tables(), {"playoffs/-": NOT_TIED}), (None, None, None, 1)),
    ("tie-bye", edited(with_playoff(), {"playoffs/0/bye": 1}), (None, None, None, 1)),
    ("tie-bye", edited(with_playoff(), {"playoffs/0/draw": []}), (None, None, None, 1)),
    ("tie-pairing", edited(with_playoff(), {"playoffs/0/hands/0/tricks": [7, 6]}), (None, 2, None, 1)),
    ("tie-trump", edited(with_playoff(), {"playoffs/0/hands/1/trump": "S"}), (None, 2, None, 1)),
    ("tie-dealer", edited(with_playoff(), {"playoffs/0/hands/0/dealer": "1B"}), (None, 1, None, 1)),
    ("tie-order", edited(with_playoff(), {"playoffs/0/hands/1/tricks": [9, 4]}), (None, None, None, 1)),
    ("trick-sum", edited(with_playoff(), {"playoffs/0/hands/1/tricks": [9, 5]}), (None, 2, None, 1)),
    ("tie-ruling", four_tied(), (None, None, None, 1)),
    ("team-count", random_event(14, 1, level="provincial"), (None, None, None, None)),
    ("origin-full", provincial(**{"teams/3/origin": "Zone 1", "teams/3/place": 3}), (None,) * 4),
    ("table-order", provincial(**{"teams/3/place": 2}), (None, None, 4, None)),
    ("advancing", edited(random_event(6, 1, level="area"), {"advancing": []}), (None, None, None, None)),
]
OF_SHEETS = {"pairs-uneven", "visits-uneven", "meetings-uneven"}
"""Found on a sheet by itself; a leader whose sheet is uneven has played it all the same."""
CODES = {code for code, _, _ in CASES} | {"loan-missing"} | OF_SHEETS


@pytest.mark.parametrize(("code", "record", "place"), CASES, ids=[code for code, _, _ in CASES])
def test_one_fault_is_one_finding(code: str, record: Json, place: tuple[int | None, ...]) -> None:
    assert places(record) == [(code, *place)]


def test_what_the_faults_are_put_into_is_true() -> None:
    for record in (three_tables(), without_hands(three_tables()), with_playoff(), provincial()):
        assert codes(record) == []
    assert codes(four_tied(ruling="The leader drew the order.")) == []


def test_a_flag_paid_that_the_table_did_not_have() -> None:
    """M-17: table 1 loses two flags a hand; in the seventh it has none, so the leader must have lent."""
    record = three_tables()
    hand = record["days"][0]["hands"][0] | {"tricks": [[13, 0], [0, 13], [0, 13]], "won": [2, 0, 0]}
    record = edited(record, {"days/0/sessions": [7], "pattern": "own"})
    for name in ("moves", "totals", "ranking"):
        del record[name]
    day = record["days"][0]
    for name in ("after", "scores"):
        del day[name]
    day["hands"] = [hand] * 7
    assert places(record) == [("loan-missing", 1, 7, 1, None)]
    assert check(edited(record, {"days/0/hands/6/won": [0, 0, 0]}))["days"][0]["hands"][6]["short"] == [
        2,
        0,
        0,
    ]
    lent = edited(record, {"days/0/loans": [{"table": 1, "hand": 7, "flags": 2}]})
    document = check(lent)
    assert (document["findings"], document["totals"]) == ([], [-2, 12, 26])
    early = edited(record, {"days/0/loans": [{"table": 1, "hand": 6, "flags": 2}]})
    assert codes(early) == []
    assert places(edited(early, {"days/0/loans/0/hand": 5})) == [("loan-unneeded", 1, 5, 1, None)]


def test_a_loan_is_found_where_no_hand_is_told_but_flags_must_be_left() -> None:
    """M-17, M-27: of twelve flags none can be gone before the sixth hand, at two a hand."""

    def lent(hand: int, **more: Any) -> Json:
        loan = {"table": 2, "hand": hand, "flags": 1}
        counted = tied([13, 11, 12])
        return edited(counted, {"days/0/loans": [loan], "days/0/after": [13, 12, 12], **more})

    assert [places(lent(hand)) for hand in range(1, 6)] == [
        [("loan-unneeded", 1, hand, 2, None)] for hand in range(1, 6)
    ]
    assert check(lent(1))["findings"][0]["rule"] == "M-17/7a"
    assert codes(lent(6)) == codes(lent(30)) == []
    assert "loan-unneeded" not in codes(lent(1, **{"days/0/before": [12, 1, 12]}))
    returned = {"days/0/returns": [{"table": 2, "hand": 4, "flags": 2}]}
    assert "loan-unneeded" not in codes(lent(5, **returned))
    wrong = {"days/0/scores": [13, 9, 12], "totals": [13, 14, 12]}
    assert sorted(codes(lent(1, **wrong))) == sorted([*codes(lent(30, **wrong)), "loan-unneeded"])


def test_after_the_hands_told_a_loan_is_found_in_the_next() -> None:
    """M-17: table 3 has eleven flags after two hands; in the eighth they may be gone."""
    untold = {"who": "A&B", "move": 1, "trump": "H", "dealer": "B"}
    record = edited(three_tables(), {"days/0/sessions": [2, 6], "pattern": "own", "moves": GONE})
    record = edited(record, {"totals": GONE, "ranking": GONE, "days/0/after": GONE, "days/0/scores": GONE})
    record["days"][0]["hands"] += [untold] * 6
    for hand, expected in ((3, ["loan-unneeded"]), (7, ["loan-unneeded"]), (8, [])):
        assert codes(edited(record, {"days/0/loans": [{"table": 3, "hand": hand, "flags": 1}]})) == expected


def test_a_finding_as_the_contract_says() -> None:
    finding = check(edited(three_tables(), {"days/0/hands/0/won": [1, 1, 0]}))["findings"][0]
    assert finding == {
        "code": "flags-won",
        "severity": "error",
        "day": 1,
        "hand": 1,
        "table": 2,
        "playoff": None,
        "rule": "M-27/10c",
        "message": "The visitors are noted as taking 1 away; they won 2.",
    }


def test_warnings_do_not_make_a_record_wrong() -> None:
    """Reading 9: fewer teams at the Provincial Games are the leader's to deal with."""
    checked = check_document(random_event(14, 1, level="provincial"))
    assert checked.ok
    assert [finding.severity for finding in checked.findings] == ["warning"]


def test_what_is_left_out_is_said() -> None:
    bare = tied([13, 11])
    for name in ("before", "after", "scores"):
        del bare["days"][0][name]
    del bare["totals"]
    for team in bare["teams"]:
        del team["players"]
    document = check(bare)
    assert document["findings"] == []
    assert document["not_checked"] == [
        "who plays in which team",
        "the flags counted before play of day 1",
        "the hands of day 1",
        "the flags counted at the end of day 1",
        "the totals",
        "the ranking and its ties",
    ]
    assert (document["totals"], document["ranking"]) == (None, [])


def test_the_leader_may_stop_play() -> None:
    """M-14, 10d: the winner is who has most flags when the leader stops."""
    stopped = {"hand": 2, "reason": "the hall closed"}
    record = edited(three_tables(), {"days/0/sessions": [15, 15], "stopped": stopped})
    assert codes(record) == []
    assert codes(edited(record, {"stopped/hand": 3})) == ["hand-count"]
    assert codes(edited(three_tables(), {"stopped": stopped | {"hand": 3}})) == ["hand-count"]
    level = edited(record, {"level": "area", "advancing": [1, 2]})
    assert codes(level) == ["tie-open"]


def test_a_day_by_its_counts_and_a_day_by_its_hands() -> None:
    """M-16: hands of the second day are numbered after those planned for the first."""
    record = random_event(16, 3, level="provincial")
    del record["days"][0]["hands"]
    document = check(record)
    assert (document["findings"], document["totals"]) == ([], record["totals"])
    assert places(edited(record, {"days/1/hands/4/dealer": "X"})) == [("rotation-dealer", 2, 35, None, None)]


def test_play_stopped_after_the_first_day() -> None:
    record = random_event(16, 3, level="provincial")
    record["days"].pop()
    for name in ("totals", "ranking"):
        del record[name]
    assert codes(record) == ["schedule"]
    record["stopped"] = {"hand": 30, "reason": "snow"}
    document = check(record)
    assert (document["findings"], document["totals"]) == ([], record["days"][0]["scores"])


def test_an_own_sheet_moved_in_sequence() -> None:
    record = edited(three_tables(), {"pattern": "own", "days/0/hands/0/trump": "C"})
    assert codes(record) == []
    assert codes(edited(record, {"days/0/hands/1/move": 1})) == ["rotation-move"]
    assert codes(edited(record, {"moves": "spread"})) == []


class TestTies:
    def test_which_ties_must_be_decided(self) -> None:
        """Reading 6: at an area those that touch the first two places, elsewhere that for the first."""
        for level, totals, expected in [
            ("area", [13, 11, 11, 13], ["tie-open"]),
            ("area", [14, 12, 12, 10], ["tie-open"]),
            ("area", [14, 12, 11, 11], []),
            ("open", [14, 11, 12, 11], []),
        ]:
            record = tied(totals, level=level)
            ordered = sorted(totals, reverse=True)
            record["ranking"] = [[ordered.index(total) + 1, team] for team, total in enumerate(totals, 1)]
            assert codes(record) == expected

    def test_a_revoke_in_the_extra_hand(self) -> None:
        """M-22: two tricks awarded make the other team the winner."""
        hands = [extra([1, 2], [7, 6], revokes=[1, 0])]
        playoff = {"teams": [1, 2], "hands": hands, "order": [2, 1]}
        record = tied([12, 12], playoffs=[playoff], ranking=[[1, 2], [2, 1]])
        assert codes(record) == []

    def test_no_flags_move_in_extra_hands(self) -> None:
        """Reading 11."""
        assert check(with_playoff())["totals"] == [13, 13, 13, 9]

    def test_either_bye_explains_the_hands(self) -> None:
        """The card drawn is what was noted wrong."""
        assert codes(edited(with_playoff(), {"playoffs/0/draw/0/2": "TH"})) == ["tie-bye"]


@pytest.mark.parametrize("pattern", ["sample", "sample-restarted"])
def test_fifty_hands_continued_or_begun_again(pattern: str) -> None:
    """Reading 2: they differ in ten dealers."""
    record = random_event(16, 3, level="provincial", restarted=pattern == "sample-restarted")
    other = {"sample": "sample-restarted", "sample-restarted": "sample"}[pattern]
    assert codes(record) == []
    faults = places(edited(record, {"pattern": other}))
    assert [place[:3] for place in faults] == [
        ("rotation-dealer", 2, hand) for hand in (32, 34, 35, 38, 40, 41, 44, 46, 47, 50)
    ]
