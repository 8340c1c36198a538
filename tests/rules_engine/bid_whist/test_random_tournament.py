"""Random tournaments: the same for the same seed, legal, and with everything in them that can happen."""

import json
from collections import Counter
from typing import Any

import pytest

from rules_engine.__main__ import main
from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.bid_whist.reneges import FAULTS
from rules_engine.bid_whist.standings import field_size
from rules_engine.bid_whist.timetable import BY_NAME
from tests.rules_engine.bid_whist import oracles
from tests.rules_engine.bid_whist.tournaments import check
from tests.rules_engine.records import Json


def test_the_same_seed_gives_the_same_tournament() -> None:
    assert random_tournament(9, 7, mishaps=1.0) == random_tournament(9, 7, mishaps=1.0)
    assert random_tournament(9, 7)["rounds"] != random_tournament(9, 8)["rounds"]


@pytest.mark.parametrize("teams", [2, 3, 4, 5, 8, 16, 37, 63, 64, 129, 200])
@pytest.mark.parametrize("tournament", ["main-event", "friday-night-special"])
def test_the_check_finds_nothing(teams: int, tournament: str) -> None:
    record = random_tournament(teams, teams, tournament=tournament, mishaps=1.0)
    document = check(record)
    assert document["findings"] == []
    assert document["standings"] == record["standings"]
    assert (document["seeds"], len(document["seeds"])) == (record["seeds"], field_size(teams))
    assert len(record["rounds"]) == BY_NAME[tournament].rounds


def test_points_are_those_of_the_oracle() -> None:
    """Every hand made or set, and every sum of a scoresheet."""
    record = random_tournament(37, 5, mishaps=0.0)
    for games in record["rounds"]:
        for game in games:
            earned = []
            for hand in game["hands"]:
                side = game["teams"].index(hand["bidder"])
                earned.append(oracles.hand_points(hand["bid"], side, hand.get("made")))
                assert hand["points"] == earned[-1]
            assert game["points"] == [sum(points) for points in zip(*earned, strict=True)]


def test_everything_that_can_happen_does() -> None:
    happened: Counter[str] = Counter()
    for seed in range(60):
        record = random_tournament(2 + seed % 40, seed, mishaps=1.0)
        happened.update(f"by {decider['by']}" for decider in record["deciders"])
        happened.update(violation["step"] for violation in record["violations"])
        happened["late"] += any(team["entered"]["paid"] == [6_000, 6_000] for team in record["teams"])
        happened["allowed"] += any("allowed" in team["entered"] for team in record["teams"])
        for stage in record["playoff"]:
            happened["corrected"] += "corrected" in stage
            happened.update(f"{len(game['forfeit'])} absent" for game in stage["games"] if "forfeit" in game)
        for games in record["rounds"]:
            for game in games:
                happened.update(name for name in ("extra", "forfeit", "picked") if name in game)
                happened.update(hand["renege"]["fault"] for hand in game.get("hands", []) if "renege" in hand)
    assert {"by hand", "by draw", "late", "allowed", "corrected", "1 absent", "2 absent"} <= set(happened)
    assert {"extra", "forfeit", "picked", "forfeit-and-suspension", *FAULTS} <= set(happened)


class TestCommand:
    def random_record(self, capsys: Any, *arguments: str) -> Json:
        assert main(["random", "bid-whist/1", "--seed", "5", *arguments]) == 0
        record: Json = json.loads(capsys.readouterr().out)
        return record

    def test_thirty_seven_teams_by_default(self, capsys: Any) -> None:
        record = self.random_record(capsys)
        assert (len(record["teams"]), record["tournament"], len(record["seeds"])) == (37, "main-event", 16)

    def test_a_range_of_teams(self, capsys: Any) -> None:
        record = self.random_record(capsys, "--teams", "3..5", "--tournament", "saturday-early-bird")
        assert 3 <= len(record["teams"]) <= 5
        assert check(record)["findings"] == []

    @pytest.mark.parametrize("detail", ["hands", "points"])
    def test_less_detail(self, detail: str, capsys: Any) -> None:
        record = self.random_record(capsys, "--teams", "6", "--detail", detail, "--mishaps", "1")
        games = [game for games in record["rounds"] for game in games]
        assert any("hands" in game for game in games) == (detail == "hands")
        assert not any("calls" in hand for game in games for hand in game.get("hands", []))
        assert check(record)["findings"] == []

    @pytest.mark.parametrize("wrong", ["1", "513", "x", "9..8"])
    def test_impossible_tournaments(self, wrong: str, capsys: Any) -> None:
        with pytest.raises(SystemExit):
            main(["random", "bid-whist/1", "--seed", "5", "--teams", wrong])
        assert "--teams" in capsys.readouterr().err
