"""Random events: the same for the same seed, legal, and with everything in them that can happen."""

import json
from collections import Counter
from typing import Any

import pytest

from rules_engine.__main__ import main
from rules_engine.columbus_whist.game import ENDINGS
from rules_engine.columbus_whist.infractions import KINDS
from rules_engine.columbus_whist.random.event import random_event
from tests.rules_engine.columbus_whist.events import check
from tests.rules_engine.records import Json


def test_the_same_seed_gives_the_same_event() -> None:
    assert random_event(6, 7, mishaps=1.0) == random_event(6, 7, mishaps=1.0)
    assert random_event(6, 7)["rounds"] != random_event(6, 8)["rounds"]


@pytest.mark.parametrize("teams", [2, 4, 16, 64])
def test_the_check_finds_nothing(teams: int) -> None:
    record = random_event(teams, teams, mishaps=1.0)
    document = check(record)
    assert document["findings"] == []
    assert [entry[:2] for entry in document["ranking"]] == record["ranking"]
    assert document["qualified"] == record["qualified"]


@pytest.mark.parametrize(("teams", "qualifiers"), [(0, 0), (5, 2), (1002, 2), (4, 5), (4, -1)])
def test_impossible_events(teams: int, qualifiers: int) -> None:
    with pytest.raises(ValueError, match="teams"):
        random_event(teams, 1, qualifiers=qualifiers)


def test_everything_that_can_happen_does() -> None:
    happened: Counter[str] = Counter()
    for seed in range(60):
        record = random_event(16, seed, mishaps=1.0)
        happened.update(f"{min(len(playoff['teams']), 3)} tied" for playoff in record.get("playoffs", []))
        happened["substitute"] += any("substitute" in leaver for leaver in record.get("leavers", []))
        for game in [game for games in record["rounds"] for game in games]:
            happened[game["ending"]] += 1
            for hand in game.get("hands", []):
                happened.update(
                    incident["kind"] for incident in hand.get("redeals", []) + hand.get("incidents", [])
                )
                happened.update(call["fault"] for call in hand["bids"] if isinstance(call, dict))
                happened["stopped early"] += bool(hand.get("stopped"))
    due = {"2 tied", "3 tied", "substitute", "information", "not-progressive", "stopped early"}
    assert due | set(KINDS) | set(ENDINGS) - {"ruling"} <= {name for name, times in happened.items() if times}


class TestCommand:
    def random_record(self, capsys: Any, *arguments: str) -> Json:
        assert main(["random", "columbus-whist/1", "--seed", "5", *arguments]) == 0
        record: Json = json.loads(capsys.readouterr().out)
        return record

    def test_sixteen_teams_by_default(self, capsys: Any) -> None:
        record = self.random_record(capsys)
        assert (len(record["teams"]), record["qualifiers"]) == (16, 8)

    def test_a_range_of_teams(self, capsys: Any) -> None:
        record = self.random_record(capsys, "--teams", "4..8", "--qualifiers", "20", "--mishaps", "0")
        assert len(record["teams"]) in (4, 6, 8)
        assert record["qualifiers"] == len(record["teams"])
        assert check(record)["findings"] == []

    @pytest.mark.parametrize(
        ("detail", "left"), [("books", {"books", "score"}), ("scores", {"score"}), ("results", set())]
    )
    def test_less_detail(self, detail: str, left: set[str], capsys: Any) -> None:
        record = self.random_record(capsys, "--teams", "4", "--detail", detail)
        games = [game for games in record["rounds"] for game in games]
        hands = [hand for game in games for hand in game.get("hands", [])]
        assert {name for hand in hands for name in hand} & {"bids", "books", "trump", "score"} == left
        assert check(record)["findings"] == []

    @pytest.mark.parametrize("wrong", ["1", "5", "2..9", "1002", "x"])
    def test_impossible_numbers(self, wrong: str, capsys: Any) -> None:
        with pytest.raises(SystemExit):
            main(["random", "columbus-whist/1", "--seed", "5", "--teams", wrong])
        assert "--teams" in capsys.readouterr().err
