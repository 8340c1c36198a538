"""Every finding of the check, each by the smallest tournament that has it: one fault, one finding."""

from typing import Any

import pytest

from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.formats import check_document
from tests.rules_engine.bid_whist.tournaments import (
    GONE,
    Json,
    check,
    codes,
    edited,
    four_teams,
    game,
    hand,
    places,
    tied,
)


def four(**edits: Any) -> Json:
    """Edits of `four_teams`, their paths with __ for each slash."""
    return edited(four_teams(), {path.replace("__", "/"): value for path, value in edits.items()})


def sheet(path: str, value: Any, at: int = 0) -> Json:
    """An edit of the first round's first scoresheet, or of that at another table."""
    return edited(four_teams(), {f"rounds/0/{at}/{path}": value})


def called(calls: list[str], **more: Any) -> Json:
    """The bidding of the first hand of table 1, which team 1 wins with 7; the first call is team 1's."""
    return edited(
        four_teams(),
        {"rounds/0/0/hands/0": hand(1, "7", [7, 0], calls=calls, first=1) | more},
    )


def paid(at: list[str], cents: list[int]) -> Json:
    """The fourth team, of which each player registered on site at another time."""
    return four(teams__3__entered={"by": "site", "at": at, "paid": cents})


def declared(calls: list[str]) -> Json:
    """The first hand of table 1, of which 7 No by team 1 is noted as the bid that won, and made."""
    record = edited(four_teams(), {"rounds/0/0/hands/0": hand(1, "7 No", [14, 0], calls=calls, first=1)})
    return edited(record, {"rounds/0/0/points": [27, 4], "standings/0/3": 67})


def reneged(fault: str, by: int, called_by: int, points: list[int], bid: str = "7", **more: Any) -> Json:
    renege = {"fault": fault, "by": by, "called_by": called_by} | more
    return sheet("hands/0", {"bidder": 1, "bid": bid, "renege": renege, "points": points})


def two_tied() -> Json:
    """Table 1 of the first round told by its points alone, which are equal."""
    return edited(
        four_teams(), {"rounds/0/0/points": [20, 20], "rounds/0/0/hands": GONE, "standings/2/3": 44}
    )


def exchanged(sheet: Json) -> Json:
    """The same scoresheet with the two teams the other way round."""
    for sheet_or_hand in (sheet, *sheet["hands"]):
        sheet_or_hand["points"].reverse()
    sheet["teams"].reverse()
    return sheet | {"brought_by": sheet["teams"][1]}


AT_1 = {"round": 1, "table": 1}
HAND_1 = AT_1 | {"hand": 1}
CASES: list[tuple[str, Json, dict[str, int]]] = [
    ("player-twice", four(teams__2__players=["n1", "s3"]), {"team": 3}),
    ("suspended", four(suspended=["s2"]), {"team": 2}),
    ("door", four(teams__3__entered__at="20:15:01"), {"team": 4}),
    ("fee", four(teams__3__entered__paid=[5_000, 4_000]), {"team": 4}),
    ("fee", four(teams__0__entered__paid=[5_000, 5_000]), {"team": 1}),
    ("fee", paid(["20:00", "20:10"], [5_000, 5_000]), {"team": 4}),
    ("fee", paid(["20:00", "20:10"], [5_000, 4_000]), {"team": 4}),
    ("door", paid(["20:00", "20:15:01"], [4_000, 5_000]), {"team": 4}),
    ("canon-step", four(violations__0__step="forfeit"), {"round": 1, "team": 4}),
    (
        "canon-forfeit",
        edited(four_teams(), {"violations/0/earlier": 1, "violations/0/step": "forfeit"}),
        {"round": 1, "team": 4},
    ),
    *(
        (
            "canon-forfeit",
            edited(
                four_teams(),
                {
                    "violations/0/earlier": 1,
                    "violations/0/step": "forfeit",
                    "violations/0/round": 3 + stage,
                    "violations/0/player": f"n{team}",
                },
            ),
            {"stage": stage, "table": table, "team": team},
        )
        for stage, table, team in ((1, 1, 4), (2, 1, 1), (2, 2, 3))
    ),
    ("round-count", four(tournament="main-event", teams__3__entered=GONE), {}),
    ("pairing", edited(tied(), {"rounds/0/2/picked": GONE}), {"round": 1, "team": 1}),
    ("pairing", edited(tied(), {"rounds/1/2/picked": 3}), {"round": 2}),
    ("table-twice", four(rounds__1__1__table=1), {"round": 2, "table": 1}),
    (
        "opponent-again",
        edited(
            tied(),
            {
                "rounds/2/0/teams": [1, 4],
                "rounds/2/0/points": [20, 4],
                "rounds/2/1/teams": [2, 3],
                "rounds/2/1/points": [9, 0],
            },
        ),
        {"round": 3},
    ),
    ("moving-team", four(rounds__1__0=exchanged(game(1, 1, 4))), {"round": 2, "table": 1}),
    ("moving-draw", four(moving=[1, 4]), {}),
    ("hand-count", sheet("hands/3", GONE), AT_1),
    ("call-words", called(["5", "I pass", "7", "pass"]), HAND_1),
    ("call-improper", called(["5", "5 special", "7", "pass"]), HAND_1),
    ("call-improper", called(["3", "pass", "7", "pass"]), HAND_1),
    ("call-count", called(["5", "pass", "7"]), HAND_1),
    ("call-count", called(["5", "pass", "6", "pass", "7"]), HAND_1),
    ("call-count", called(["5", "pass", "7 Special"], bid="7 Special"), HAND_1),
    ("call-count", declared(["7 No", "pass", "pass", "pass", "pass"]), HAND_1),
    ("call-words", declared(["5", "pass", "7 no trumps"]), HAND_1),
    ("bid-winner", declared(["5", "7 No"]), HAND_1),
    ("bid-winner", called(["5", "pass", "6 no", "pass"]), HAND_1),
    ("bid-winner", called(["5", "7", "pass", "pass"]), HAND_1),
    ("made-low", sheet("hands/0/made", 6), HAND_1),
    ("hand-points", sheet("hands/0/points", [14, 0]), HAND_1),
    ("hand-points", sheet("hands/3/points", [4, 0]), AT_1 | {"hand": 4}),
    ("renege-own", reneged("suit-not-followed", 2, 2, [7, 0]), HAND_1),
    ("renege-groundless", reneged("book-turned", 2, 1, [7, 0]), HAND_1),
    ("renege-groundless", reneged("joker-kept", 2, 1, [7, 0]), HAND_1),
    ("renege-bid", reneged("trump-early", 2, 1, [7, 0]), HAND_1),
    ("hand-points", reneged("played-out-of-turn", 2, 1, [7, 0], "5 No"), HAND_1),
    ("sheet-total", sheet("points", [21, 4]), AT_1),
    ("sheet-winner", sheet("winner", 2), AT_1),
    ("sheet-winner", sheet("winner", GONE), AT_1),
    ("sheet-tie", two_tied(), AT_1),
    ("signature", sheet("signed", [2]), AT_1),
    ("brought-by", sheet("brought_by", 1), AT_1),
    ("standing-score", four(standings__1__3=41), {"team": 3}),
    ("standing-place", four(standings__1__0=3), {"team": 3}),
    (
        "decider-teams",
        edited(tied(), {"deciders/-": {"teams": [1, 2], "by": "draw", "order": [1, 2]}}),
        {"decider": 2},
    ),
    ("decider-kind", edited(tied(), {"deciders/0/by": "draw"}), {"decider": 1}),
    ("decider-order", edited(tied(), {"deciders/0/order": [4, 3], "seeds/3": 4}), {"decider": 1}),
    ("seed-open", edited(tied(), {"deciders": []}), {}),
    ("field", edited(tied(), {"seeds/3": GONE}), {}),
    ("seed-order", edited(tied(), {"seeds": [1, 2, 5, 3]}), {"team": 2}),
    ("bracket-pair", four(playoff__0={"games": [game(1, 1, 3), game(2, 2, 4)]}), {"stage": 1}),
    ("stage-count", four(playoff__1=GONE), {}),
    ("stage-count", edited(four_teams(), {"playoff/-": {"games": []}}), {"stage": 3}),
    ("third-pair", four(third=game(2, 1, 3), places=[2, 1]), {"stage": 2, "table": 2}),
    ("third-missing", four(third=GONE), {}),
    ("places", four(places=[1, 2, 4, 3]), {"team": 1}),
]
CODES = {code for code, _, _ in CASES} | {"picked-again"}


@pytest.mark.parametrize(("code", "record", "place"), CASES, ids=[code for code, _, _ in CASES])
def test_one_fault_is_one_finding(code: str, record: Json, place: dict[str, int]) -> None:
    assert places(record) == [(code, place)]


def test_each_player_pays_the_late_fee_by_the_time_at_which_that_player_came() -> None:
    assert codes(paid(["20:00", "20:10"], [4_000, 5_000])) == []
    assert codes(paid(["20:10", "19:30"], [5_000, 4_000])) == []
    [finding] = check(paid(["20:10", "20:00"], [4_000, 5_000]))["findings"]
    assert finding["message"] == "The players paid $40.00 and $50.00; they owed $50.00 and $40.00."


def test_what_the_faults_are_put_into_is_true() -> None:
    for record in (four_teams(), tied()):
        assert codes(record) == []
    assert codes(random_tournament(37, 7, mishaps=1.0)) == []


@pytest.mark.parametrize(
    ("tables", "tournament", "rounds"), [(2, "friday-night-special", 3), (3, "main-event", 4)]
)
def test_moving_as_the_guide_prints_it_is_no_error(tables: int, tournament: str, rounds: int) -> None:
    """The moving teams go to the next table each time: with few tables the first ones meet again."""
    stays, moves = range(1, tables + 1), range(tables + 1, 2 * tables + 1)
    record = four_teams() | {
        "tournament": tournament,
        "teams": [{"players": [f"n{number}", f"s{number}"]} for number in (*stays, *moves)],
        "moving": list(moves),
        "rounds": [
            [game(table, table, moves[(table - 1 - number) % tables]) for table in stays]
            for number in range(rounds)
        ],
    }
    for name in ("standings", "seeds", "playoff", "third", "places", "violations"):
        del record[name]
    checked = check(record)
    assert checked["ok"]
    assert {(finding["code"], finding["severity"]) for finding in checked["findings"]} == {
        ("opponent-again", "warning")
    }


def test_a_team_is_picked_again_that_need_not_be() -> None:
    record = random_tournament(9, 3)
    for name in ("standings", "deciders", "seeds", "playoff", "third", "places", "moving"):
        record.pop(name, None)
    del record["rounds"][2:]
    first, second = (next(game for game in games if "picked" in game) for games in record["rounds"])
    odd = next(team for team in second["teams"] if team != second["picked"])
    assert odd not in first["teams"]
    game = {"table": second["table"], "teams": [odd, first["picked"]], "picked": first["picked"]}
    record["rounds"][1][record["rounds"][1].index(second)] = game | {"points": [5, 4], "winner": odd}
    where = {"round": 2, "table": second["table"], "team": first["picked"]}
    assert places(record) == [("picked-again", where)]


def test_a_finding_as_the_contract_says() -> None:
    (finding,) = check(sheet("points", [21, 4]))["findings"]
    assert finding == {
        "code": "sheet-total",
        "severity": "error",
        "round": 1,
        "stage": None,
        "table": 1,
        "hand": None,
        "decider": None,
        "team": None,
        "rule": "B-36/3",
        "message": "21 and 4 points are noted; the hands add up to 20 and 4.",
    }


@pytest.mark.parametrize(
    ("fault", "points", "more"),
    [
        ("suit-not-followed", [7, 0], {}),
        ("wrong-call", [7, 0], {}),
        ("book-turned", [7, 0], {"warned": True}),
        ("direction-early", [8, 0], {"improper": "4 No"}),
        ("bid-out-of-turn", [7, 0], {"improper": "4 No"}),
    ],
)
def test_reneges_that_were_called_rightly(fault: str, points: list[int], more: Json) -> None:
    record = reneged(fault, 2, 1, points, **more)
    record["rounds"][0][0]["points"][0] += points[0] - 7
    record["standings"][0][3] += points[0] - 7
    assert codes(record) == []


@pytest.mark.parametrize(
    "calls",
    [
        ["7 No"],
        ["5", "pass", "7 No"],
        ["seven no", "pass"],
        ["7 No", "pass", "pass", "pass"],
    ],
)
def test_seven_no_ends_the_bidding(calls: list[str]) -> None:
    """R7: who bids it need not wait for the others."""
    assert codes(declared(calls)) == []


def test_an_improper_bid_that_becomes_seven_no_ends_it_too() -> None:
    assert codes(declared(["6", "7 special", "6 no"])) == ["call-improper"]


@pytest.mark.parametrize(("fault", "rule"), [("trump-early", "B-30/R19"), ("direction-early", "B-30/R20")])
def test_trump_and_direction_named_early_are_of_two_rules(fault: str, rule: str) -> None:
    findings = check(reneged(fault, 2, 1, [7, 0]))["findings"]
    assert [finding["rule"] for finding in findings if finding["code"] == "renege-bid"] == [rule]


def test_an_improper_bid_is_mended_and_may_win() -> None:
    bidding = {"calls": ["7 special", "7", "pass", "pass"], "first": 1}
    assert codes(called(["6 special", "6 special", "pass", "pass"])) == ["call-improper", "bid-winner"]
    assert codes(sheet("hands/0", hand(1, "7 Special", [7, 0], **bidding))) == ["call-improper"]


class TestTiedRounds:
    def test_one_more_hand_decides(self) -> None:
        record = four_teams()
        record["rounds"][0][0] |= {"hands": [hand(1, "4", [4, 0]), hand(2, "4", [0, 4])] * 2}
        record["rounds"][0][0] |= {"points": [8, 8], "extra": hand(1, "4", [4, 0])}
        record["standings"] = [[1, 1, 3, 48], [2, 3, 2, 42], [3, 2, 1, 32], [4, 4, 0, 12]]
        assert codes(record) == []

    def test_or_the_director_rules(self) -> None:
        record = two_tied()
        record["rounds"][0][0]["ruling"] = "won by one more hand"
        assert codes(record) == []


class TestForfeits:
    forfeited = {"table": 1, "teams": [1, 2], "forfeit": [2], "winner": 1}

    def record(self, **more: Any) -> Json:
        record = sheet("", self.forfeited | more) if "" in more else four_teams()
        record["rounds"][0][0] = self.forfeited | more
        record["standings"] = [[1, 1, 3, 40], [2, 3, 2, 42], [3, 2, 1, 24], [4, 4, 0, 12]]
        return record

    def test_a_forfeit_brings_the_round_and_no_points(self) -> None:
        assert codes(self.record()) == []

    def test_the_other_team_wins_it(self) -> None:
        assert places(self.record(winner=2)) == [("sheet-winner", AT_1)]
        assert places(self.record(points=[5, 0])) == [("sheet-total", AT_1)]

    def test_both_may_forfeit(self) -> None:
        record = self.record(forfeit=[1, 2])
        del record["rounds"][0][0]["winner"]
        record["standings"] = [[1, 3, 2, 42], [1, 1, 2, 40], [3, 2, 1, 24], [4, 4, 0, 12]]
        assert places(record)[0] == ("standing-place", {"team": 1})

    def test_a_step_that_forfeits_was_carried_out(self) -> None:
        violation = {"player": "s2", "kind": "late-to-seat", "earlier": 1, "step": "forfeit", "round": 1}
        assert codes(edited(self.record(), {"violations/-": violation})) == []


class TestPlayoff:
    def test_an_absent_team_is_eliminated(self) -> None:
        absent = {"table": 1, "teams": [1, 4], "forfeit": [4], "winner": 1}
        assert codes(four(playoff__0__games__0=absent)) == []

    def test_where_both_are_absent_the_next_goes_on_without_play(self) -> None:
        record = four_teams()
        record["playoff"][0]["games"][0] = {"table": 1, "teams": [1, 4], "forfeit": [1, 4]}
        record["playoff"][1]["games"] = []
        del record["third"]
        record["places"] = [2]
        assert codes(record) == []
        assert check(record)["places"][0] == 2

    def test_corrected_pairings_are_followed(self) -> None:
        record = four_teams()
        record["playoff"][0] = {"games": [game(1, 1, 3), game(2, 2, 4)], "corrected": "exchanged by mistake"}
        record["third"] = game(2, 4, 3)
        assert codes(record) == []
        del record["playoff"][0]["corrected"]
        assert codes(record) == ["bracket-pair"]

    def test_a_winner_noted_wrong_is_told_once(self) -> None:
        assert places(four(playoff__1__games__0__winner=1)) == [("sheet-winner", {"stage": 2, "table": 1})]


def test_teams_and_their_scores_alone_are_checked_too() -> None:
    record = tied()
    del record["seeds"], record["deciders"]
    assert codes(record) == []
    assert check(record)["seeds"] == [1, 5, 2, 3]


def test_an_event_that_is_still_played_has_no_fault() -> None:
    record = four_teams()
    for name in ("standings", "deciders", "seeds", "playoff", "third", "places"):
        del record[name]
    del record["rounds"][1:]
    document = check(record)
    assert document["findings"] == []
    assert document["standings"][0] == [1, 1, 1, 20]
    assert check_document(record).ok
