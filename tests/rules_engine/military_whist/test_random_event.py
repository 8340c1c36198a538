"""Random events: the same for the same seed, legal, and with everything in them that can happen."""

import json
from collections import Counter
from typing import Any

import pytest

from rules_engine.__main__ import main
from rules_engine.military_whist.irregularities import KINDS
from rules_engine.military_whist.random.event import random_event
from tests.rules_engine.military_whist.events import check
from tests.rules_engine.records import Json


def test_the_same_seed_gives_the_same_event() -> None:
    assert random_event(5, 7, mishaps=1.0) == random_event(5, 7, mishaps=1.0)
    assert random_event(5, 7)["days"] != random_event(5, 8)["days"]


@pytest.mark.parametrize("tables", [2, 3, 16, 59, 60])
@pytest.mark.parametrize("level", ["open", "area", "zone", "provincial"])
def test_the_check_finds_nothing(tables: int, level: str) -> None:
    record = random_event(tables, tables, level=level, moves=("circle", "spread")[tables % 2], mishaps=1.0)
    document = check(record)
    assert {finding["code"] for finding in document["findings"]} <= {"team-count"}
    assert document["totals"] == record["totals"]
    assert [entry[:2] for entry in document["ranking"]] == record["ranking"]


def test_everything_that_can_happen_does() -> None:
    happened: Counter[str] = Counter()
    for seed in range(80):
        record = random_event(2 + seed % 12, seed, days=[((15, 15), (2,), (1,))[seed % 3]], mishaps=1.0)
        for day in record["days"]:
            happened.update(name for name in ("loans", "returns") if name in day)
            for hand in day["hands"]:
                happened.update(incident["kind"] for incident in hand.get("incidents", []))
        for playoff in record.get("playoffs", []):
            happened[f"{min(len(playoff['teams']), 4)} tied"] += 1
            happened["drawn again"] += len(playoff.get("draw", [])) > 1
    assert {"2 tied", "3 tied", "4 tied", "loans", "returns", "drawn again"} <= set(happened)
    assert {"revoke", "revoke-corrected", "misdeal"} <= set(happened) & set(KINDS)


class TestCommand:
    def random_record(self, capsys: Any, *arguments: str) -> Json:
        assert main(["random", "military-whist/1", "--seed", "5", *arguments]) == 0
        record: Json = json.loads(capsys.readouterr().out)
        return record

    def test_sixteen_tables_by_default(self, capsys: Any) -> None:
        record = self.random_record(capsys)
        assert (len(record["teams"]), record["level"]) == (16, "open")

    def test_a_range_of_tables_and_days_of_its_own(self, capsys: Any) -> None:
        record = self.random_record(capsys, "--tables", "3..5", "--days", "4+3,2", "--moves", "spread")
        assert 3 <= len(record["teams"]) <= 5
        assert [day["sessions"] for day in record["days"]] == [[4, 3], [2]]
        assert check(record)["findings"] == []

    @pytest.mark.parametrize(("detail", "left"), [("flags", {"won"}), ("counts", set())])
    def test_less_detail(self, detail: str, left: set[str], capsys: Any) -> None:
        record = self.random_record(capsys, "--tables", "4", "--detail", detail)
        hands = [hand for day in record["days"] for hand in day.get("hands", [])]
        assert {name for hand in hands for name in hand} & {"tricks", "won", "incidents"} == left
        assert check(record)["findings"] == []

    @pytest.mark.parametrize(
        "wrong",
        [("--tables", "1"), ("--tables", "61"), ("--tables", "x"), ("--days", "0"), ("--days", "15,x")],
    )
    def test_impossible_events(self, wrong: tuple[str, str], capsys: Any) -> None:
        with pytest.raises(SystemExit):
            main(["random", "military-whist/1", "--seed", "5", *wrong])
        assert wrong[0] in capsys.readouterr().err
