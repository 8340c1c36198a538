"""Every finding of the check, each by the smallest event that has it: one fault, one finding."""

from typing import Any

import pytest

from tests.rules_engine.columbus_whist.events import (
    GONE,
    Json,
    check,
    codes,
    edited,
    evening,
    game,
    hand,
    places,
    result,
    with_playoff,
    with_totals,
)


def first(edits: dict[str, Any]) -> Json:
    """The evening with its first game changed, the one that is told in full."""
    return evening(**{f"rounds/0/0/{path}": value for path, value in edits.items()})


def second_hand(**more: Any) -> Json:
    """The evening with the second hand of its first game told by what is given."""
    noted = {"bid": "3 special", "by": 1, "dealer": 3, "score": [3, 2]} | more
    return first({"hands/1": noted})


def incident(kind: str, **more: Any) -> list[Json]:
    return [{"kind": kind} | more]


def three_tied(**more: Any) -> Json:
    """Teams 2, 3 and 4 win two games each by five to nothing; two of them go on."""
    pairs = [[2, 3], [3, 4], [4, 2], [2, 3], [3, 4], [4, 2]]
    rounds = [[result(pair, [5, 0])] for pair in pairs]
    teams = [{"name": f"Team {number}"} for number in range(1, 5)]
    record: Json = {"format": "columbus-whist/1", "ruleset": "columbus-first-club-2016", "id": "three tied"}
    record |= {"teams": teams, "rounds": rounds, "qualifiers": 2}
    record = with_totals(record)
    record["teams"].pop(0)
    for games in record["rounds"]:
        games[0]["teams"] = [team - 1 for team in games[0]["teams"]]
        games[0]["winner"] -= 1
    record["totals"].pop(0)
    record |= {"ranking": [[1, 3], [2, 1], [3, 2]], "qualified": [3, 1]}
    record["playoffs"] = [{"teams": [1, 2, 3], "order": [3, 1, 2]} | more]
    return record


POT = {"cents": 2001, "shares": [[2, 1000], [4, 1000]]}
LEFT = {"team": 3, "player": "c1", "round": 4}
EARLY: Json = {"teams": [1, 2], "hands": [hand(1, "2", [8, 5])], "points": [2, 0]}
NOBODY_WON: Json = {"teams": [1, 2], "winner": None, "points": [0, 0]}
TELLS_NOTHING: Json = {"teams": [1, 2], "ready": [0, 0]}
UNTOLD: Json = {"teams": [1, 2], "hands": [{"bid": "2", "by": 1}, {"bid": "3", "by": 1}]}
UNRANKED: Json = {"totals": GONE, "ranking": GONE, "qualified": GONE}
Where = tuple[int | None, ...]
NOWHERE: Where = (None,) * 5
HERE: Where = (1, 1, None, None, None)
SECOND: Where = (1, 1, 2, None, None)
CASES: list[tuple[str, Json, Where]] = [
    ("player-twice", evening(**{"teams/2/players/1": "a1"}), (None, None, None, 3, None)),
    (
        "leaver-stranger",
        evening(leavers=[LEFT | {"player": "x", "substitute": "y"}]),
        (None, None, None, 3, None),
    ),
    ("team-twice", with_totals(evening(**{"rounds/1/1/teams": [4, 1]})), (2, 2, None, 1, None)),
    ("game-count", with_totals(evening(**{"rounds/5/1": GONE})), NOWHERE),
    ("game-count", with_totals(evening(**{"rounds/5": GONE})), NOWHERE),
    ("seat-stranger", first({"players/2": "zed"}), (1, 1, None, 1, None)),
    ("dealer-rotation", first({"first_club": 1}), (1, 1, 1, None, None)),
    ("dealer-rotation", first({"hands/1/dealer": 1}), SECOND),
    ("redeal-unfounded", second_hand(redeals=incident("said-trump", by=2, choice="continue")), SECOND),
    ("choice-missing", second_hand(redeals=incident("dragged-bid", by=2)), SECOND),
    ("choice-missing", second_hand(incidents=incident("count-of-others", by=2)), SECOND),
    ("choice-missing", second_hand(incidents=incident("exposed", by=2, choice="points")), SECOND),
    ("incident-unfounded", second_hand(incidents=incident("count-of-both")), SECOND),
    ("incident-unfounded", second_hand(incidents=incident("count-of-bidders", by=2)), SECOND),
    ("incident-unfounded", second_hand(incidents=incident("no-direction", by=1)), SECOND),
    (
        "bid-order",
        first({"hands/0/bids/1": "2 special", "hands/0/bid": "2 special", "hands/0/trump": "H"}),
        (),
    ),
    ("bid-again", first({"hands/0/bids/-": "pass"}), (1, 1, 1, None, None)),
    ("bid-missing", first({"hands/0/bids/3": GONE}), (1, 1, 1, None, None)),
    ("bid-turn", first({"hands/0/bids/3": {"bid": "pass", "fault": "out-of-turn"}}), (1, 1, 1, None, None)),
    ("bid-forced", first({"hands/1/bids/3": {"bid": "3 special", "fault": "information"}}), SECOND),
    ("bid-silenced", first({"hands/0/bids/3": "silenced"}), (1, 1, 1, None, None)),
    ("dealer-bid", first({"hands/2/bids/3": "1"}), (1, 1, 3, None, None)),
    ("contract", first({"hands/2/bids/3": "3"}), (1, 1, 3, None, None)),
    ("trump-kind", first({"hands/0/trump": "S"}), (1, 1, 1, None, None)),
    ("trump-kind", first({"hands/2/trump": "uptown"}), (1, 1, 3, None, None)),
    ("trump-first-card", first({"hands/1/first_card": "9S"}), SECOND),
    ("trump-first-card", first({"hands/0/first_card": "9S"}), (1, 1, 1, None, None)),
    ("book-sum", first({"hands/1/books": [9, 5]}), SECOND),
    ("book-sum", first({"hands/1/books": [9, 3]}), SECOND),
    ("book-sum", first({"hands/1/books": [14, -1]}), SECOND),
    ("stop-undecided", second_hand(books=[8, 4], stopped=True), SECOND),
    (
        "books-turned",
        evening(**{"rounds/3/0/hands/1/incidents/0/turned_by": "player"}),
        (4, 1, 2, None, None),
    ),
    ("hand-score", first({"hands/0/score": [0, 3]}), (1, 1, 1, None, None)),
    ("hand-score", first({"hands/2/score": [3, 5]}), (1, 1, 3, None, None)),
    ("hand-score", first({"hands/1/books": [10, 3]}), SECOND),
    ("hand-after-end", evening(**{"rounds/2/0/hands/-": hand(1, "2", [8, 5])}), (3, 1, 3, None, None)),
    ("game-unfinished", with_totals(evening(**{"rounds/0/0": EARLY | {"winner": None}})), HERE),
    ("game-unfinished", with_totals(evening(**{"rounds/0/0": NOBODY_WON})), HERE),
    ("hand-untold", evening(**{**UNRANKED, "rounds/0/0": UNTOLD}), (1, 1, 1, None, None)),
    ("game-unfinished", evening(**{**UNRANKED, "rounds/0/0": {"teams": [1, 2]}}), HERE),
    ("game-unfinished", evening(**{**UNRANKED, "rounds/0/0": TELLS_NOTHING, "under_way": True}), HERE),
    ("winner", first({"winner": 1}), HERE),
    ("points", first({"points": [3, 7]}), HERE),
    ("ending", first({"ending": "sets"}), HERE),
    ("result-impossible", with_totals(evening(**{"rounds/2/1/points": [4, 0]})), (3, 2, None, None, None)),
    ("result-impossible", with_totals(evening(**{"rounds/2/1/ending": "late"})), (3, 2, None, None, None)),
    (
        "late-both",
        with_totals(evening(**{"rounds/0/0": EARLY | {"hands": [], "ready": [None, 301], "winner": 1}})),
        HERE,
    ),
    ("forfeit-played", first({"ready": [0, 301]}), HERE),
    ("signature-missing", first({"sheet/2": GONE}), HERE),
    ("signed-by-stranger", first({"sheet/2/by": "zed"}), (1, 1, None, 1, None)),
    ("changed-after-signing", first({"sheet/-": {"changed": "7 for 6"}}), HERE),
    ("total", evening(**{"totals/0/0": 3, "ranking": GONE, "qualified": GONE}), (None, None, None, 1, None)),
    ("ranking", evening(ranking=[[1, 4], [2, 2], [3, 1], [4, 3]]), (None, None, None, 2, None)),
    ("qualified", evening(qualified=[2, 1]), NOWHERE),
    ("tie-open", edited(with_playoff(), {"playoffs": []}), NOWHERE),
    (
        "tie-teams",
        evening(playoffs=[{"teams": [1, 3], "order": [1, 3], "ruling": "drawn"}]),
        (*NOWHERE[:4], 1),
    ),
    ("tie-games", edited(with_playoff(), {"playoffs/0/games/-": result([1, 2], [5, 0])}), (*NOWHERE[:4], 1)),
    ("tie-order", edited(with_playoff(), {"playoffs/0/games/0": result([1, 2], [5, 0])}), (*NOWHERE[:4], 1)),
    ("tie-ruling", edited(with_playoff(), {"playoffs/0/games": []}), (*NOWHERE[:4], 1)),
    ("tie-ruling", three_tied(), (*NOWHERE[:4], 1)),
    ("winner", edited(with_playoff(), {"playoffs/0/games/0/winner": 1}), (None, 1, None, None, 1)),
    ("pot-winners", evening(boston=POT | {"shares": [[2, 2001]]}), NOWHERE),
    ("pot-share", evening(boston=POT | {"shares": [[2, 1000], [4, 999]]}), NOWHERE),
    (
        "refund",
        evening(disorderly=[{"team": 2, "note": "x"}], refunds=[{"team": 2, "cents": 1, "note": "x"}]),
        (),
    ),
]
WARNINGS = {"bid-overruling"}
CODES = {code for code, _, _ in CASES} | WARNINGS | {"no-bid"}


def with_hands_everywhere(record: Json) -> Json:
    """Each game told by its result gets one hand that makes it, so that every Boston would show."""
    for games in record["rounds"]:
        for sheet in games:
            if "hands" not in sheet:
                sheet |= game(sheet["teams"], [hand(sheet["teams"][0], "5", [11, 2])])
    return with_totals(record)


@pytest.mark.parametrize(("code", "record", "place"), CASES, ids=[code for code, _, _ in CASES])
def test_one_fault_is_one_finding(code: str, record: Json, place: Where) -> None:
    if code.startswith("pot-"):
        record = with_hands_everywhere(record)
    faults = [fault for fault in places(record) if fault[0] != "game-count" or code == "game-count"]
    assert [fault[0] for fault in faults] == [code]
    if place:
        assert faults[0][1:] == place


def test_what_the_faults_are_put_into_is_true() -> None:
    assert codes(evening()) == []
    assert codes(with_playoff()) == []
    assert codes(with_hands_everywhere(evening(boston=POT))) == []
    ruled = check(three_tied(ruling="The officials drew."))
    assert [(finding["code"], finding["severity"]) for finding in ruled["findings"]] == [
        ("game-count", "warning")
    ]
    assert ruled["qualified"] == [3, 1]


def odd_evening() -> Json:
    """Five teams over five rounds in which one sits out: four games each, all won by the lower number."""
    pairs = [[(1, 2), (3, 4)], [(1, 3), (2, 5)], [(1, 4), (3, 5)], [(1, 5), (2, 4)], [(2, 3), (4, 5)]]
    rounds = [[result(list(two), [5, 1]) for two in games] for games in pairs]
    record: Json = {"format": "columbus-whist/1", "ruleset": "columbus-first-club-2016", "id": "odd"}
    teams = [{"name": f"Team {team}"} for team in range(1, 6)]
    return with_totals(record | {"teams": teams, "rounds": rounds, "qualifiers": 5})


@pytest.mark.parametrize(
    ("fault", "also"),
    [
        ({}, []),
        ({"totals/2/1": 22}, ["total"]),
        ({"totals/4/0": 1}, ["total"]),
        ({"rounds/3/1": GONE}, []),
        ({"rounds/3": GONE}, []),
        ({"rounds/3/1": GONE, "totals/0/1": 30}, ["total"]),
    ],
)
def test_of_an_odd_number_of_teams_a_game_missing_hides_no_other_fault(fault: Json, also: list[str]) -> None:
    assert codes(edited(odd_evening(), fault)) == ["game-count", *also]


def test_nobody_bid() -> None:
    """The dealer's partner passed out of turn, so the dealer is silenced, and nobody else bids."""
    calls = [{"bid": "pass", "seat": 2, "fault": "out-of-turn"}, "pass", "pass", "silenced"]
    assert codes(first({"hands/2/bids": calls})) == ["no-bid"]


def test_a_lower_bid_that_overrules_is_only_shown() -> None:
    """25, reading 9: team 1's four, out of turn, stands; team 2 bids two instead."""
    calls = [{"bid": "4", "seat": 1, "fault": "out-of-turn"}, "silenced", "2 no", "pass"]
    document = check(first({"hands/0/bids": calls}))
    assert [(finding["code"], finding["severity"]) for finding in document["findings"]] == [
        ("bid-overruling", "warning")
    ]
    assert document["ok"]


class TestInfractions:
    """What each makes of a hand in which team 1 bid three and holds nothing, team 2 has two points."""

    @pytest.mark.parametrize(
        ("incidents", "score", "ending"),
        [
            (incident("exposed", by=1), [-3, 2], None),
            (incident("exposed", by=2), [0, -1], None),
            (incident("out-of-turn", by=2, choice="set"), [0, -1], None),
            (incident("stopped", by=1), [-3, 2], None),
            (incident("count-of-bidders", by=1), [-3, 2], None),
            (incident("count-of-others", by=2, choice="points"), [3, 2], None),
            (incident("renege", by=1, found=True), [0, 7], "renege"),
            (incident("renege", by=2, found=True), [5, 2], "renege"),
        ],
    )
    def test_a_hand_that_it_decides(
        self, incidents: list[Json], score: list[int], ending: str | None
    ) -> None:
        record = second_hand(incidents=incidents, score=score)
        played = [record["rounds"][0][0]["hands"][at] for at in (0, 1)]
        sheet: Json = {"teams": [1, 2], "hands": played, "points": score}
        if ending is None:
            sheet["hands"].append(hand(1, "2", incidents=incident("renege", by=1, found=True)))
            score = [score[0], score[1] + 5]
        sheet |= {"points": score, "ending": "renege"}
        sheet["winner"] = 1 if incidents[0]["kind"] == "renege" and incidents[0]["by"] == 2 else 2
        assert codes(with_totals(evening(**{"rounds/0/0": sheet}))) == []

    @pytest.mark.parametrize(
        "incidents",
        [
            incident("exposed", by=2, choice="continue"),
            incident("count-of-others", by=2, choice="continue"),
            incident("said-trump", by=2, choice="continue"),
            incident("bid-out-of-turn", by=2, choice="continue"),
            incident("renege", by=2, found=False),
            incident("card-named", note="what is it?"),
            incident("conduct", by=2),
            incident("book-reopened"),
        ],
    )
    def test_a_hand_that_goes_on(self, incidents: list[Json]) -> None:
        """36 names no penalty, a call that was not upheld costs nothing (reading 11)."""
        assert codes(second_hand(books=[9, 4], incidents=incidents)) == []

    def test_a_no_without_a_direction(self) -> None:
        noted = hand(1, "3 no", incidents=incident("no-direction", by=1))
        del noted["trump"]
        sheet = {"teams": [1, 2], "hands": [noted], "winner": 2, "points": [0, 5], "ending": "no-direction"}
        assert codes(with_totals(evening(**{"rounds/0/0": sheet}))) == []

    def test_a_second_set_and_a_set_on_one_end_the_game(self) -> None:
        seen = incident("exposed", by=1)
        odd = game([1, 2], [hand(2, "1", incidents=seen)])
        sets = game([1, 2], [hand(2, "2", incidents=seen), hand(2, "2", incidents=seen)])
        assert (odd["ending"], odd["points"]) == ("odd", [-1, 5])
        assert (sets["ending"], sets["points"]) == ("sets", [-4, 5])
        for sheet in (odd, sets):
            assert codes(with_totals(evening(**{"rounds/0/0": sheet}))) == []


class TestAwarded:
    def test_late(self) -> None:
        sheet = {"teams": [1, 2], "ready": [0, 301], "winner": 1, "points": [5, 0], "ending": "late"}
        assert codes(with_totals(evening(**{"rounds/0/0": sheet}))) == []
        assert codes(with_totals(evening(**{"rounds/0/0": sheet | {"ready": [300, None]}}))) == []
        assert codes(with_totals(evening(**{"rounds/0/0": sheet | {"ready": [0, 300], "hands": []}}))) == [
            "game-unfinished"
        ]

    def test_the_director_may_rule(self) -> None:
        ruling = {"winner": 1, "points": [0, 0], "reason": "both were at the wrong table"}
        sheet = {"teams": [1, 2], "ready": [None, None], "ruling": ruling, "winner": 1, "points": [0, 0]}
        assert codes(with_totals(evening(**{"rounds/0/0": sheet}))) == []
        assert codes(with_totals(evening(**{"rounds/0/0": sheet | {"winner": 2}}))) == ["winner"]

    def test_the_director_may_rule_on_a_hand(self) -> None:
        ruling = {"points": [-3, 0], "set": 1, "reason": "a card was shown to the partner"}
        noted = {"bid": "3", "by": 1, "books": [9, 4], "score": [-3, 2], "ruling": ruling}
        record = first({"hands/1": noted, "hands/2": hand(1, "2", [7, 6], score=[-5, 7])})
        record["rounds"][0][0] |= {"points": [-5, 7], "ending": "sets", "winner": 2}
        assert codes(with_totals(record)) == []

    def test_who_leaves_forfeits_what_is_left(self) -> None:
        """42: team 3's third game of the evening breaks off, its later ones are not played."""
        record = evening(leavers=[LEFT])
        broken = {"hands": [hand(2, "2", [8, 5])], "winner": 2, "points": [7, 0], "ending": "left"}
        record["rounds"][3][1] = {"teams": [2, 3]} | broken
        for at, table, other in ((4, 0, 1), (5, 1, 4)):
            record["rounds"][at][table] = {
                "teams": [other, 3],
                "winner": other,
                "points": [5, 0],
                "ending": "left",
            }
        record = with_totals(record)
        assert codes(record) == []
        assert codes(edited(record, {"leavers/0/substitute": "zed"})) == ["game-unfinished"]
        played = edited(record, {"rounds/4/0/hands": [hand(1, "5", [11, 2])]})
        assert places(played) == [("forfeit-played", 5, 1, None, None, None)]
        refunds = [{"team": 3, "cents": 500, "note": "asked for"}]
        assert places(record | {"refunds": refunds}) == [("refund", None, None, None, 3, None)]
        assert codes(edited(record, {"rounds/4/0/winner": 3})) == ["winner"]

    def test_who_leaves_after_his_game_forfeits_from_the_next(self) -> None:
        record = evening(leavers=[LEFT | {"round": 6}])
        assert codes(record) == []


def test_points_are_worth_nothing_in_the_play_off() -> None:
    document = check(with_playoff())
    assert [entry[3:] for entry in document["ranking"]] == [[3, 15], [3, 15]]
    assert document["qualified"] == [2]
