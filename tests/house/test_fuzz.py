"""`make fuzz` says what it tried, and does not end well without having tried anything."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path

import pytest

from deploy.fuzz import Fuzzing
from tests.support import fuzzing as fuzzing_round


def fuzzing(**tried: int) -> Fuzzing:
    done = Fuzzing(until=time.time() + 60)
    done.note(1, 0, "", {"tried": tried, "failed": []})
    return done


@pytest.mark.parametrize("tried", [{}, {"a": 0, "b": 0}])
def test_a_run_that_tried_nothing_ends_with_1(tried: dict[str, int]) -> None:
    done = fuzzing(**tried)
    assert done.code() == 1
    assert done.summary()[-1].startswith("NOTHING WAS TRIED")


def test_each_property_stands_in_the_summary_with_its_examples() -> None:
    done = fuzzing(a=0, b=1200)
    done.note(2, 0, "", {"tried": {"a": 0, "b": 34}, "failed": []})
    assert done.code() == 0
    assert [line.split() for line in done.summary()[:2]] == [["0", "a"], ["1,234", "b"]]
    assert done.summary()[2:] == ["    1,234  examples of 2 properties, in 2 rounds; 1 of them had no turn"]
    done.note(3, 1, "", {"tried": {"a": 1}, "failed": ["a[7]"]})
    assert (done.code(), done.summary()[-1]) == (1, "FAILED a")


def test_a_round_names_its_properties_before_it_tries_them(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(fuzzing_round.TOLD_IN, str(tmp_path / "told.json"))
    monkeypatch.setattr(fuzzing_round, "tried", Counter())
    items = [
        pytest.Function.from_parent(request.node.parent, name=name, callobj=fuzzing)
        for name in ("test_by_seeds[1]", "test_by_seeds[2]", "test_of_one_example")
    ]
    for item in items[:2]:
        item.add_marker("random")
    fuzzing_round.pytest_collection_modifyitems(items)  # type: ignore[arg-type]
    assert [item.name for item in items] == ["test_by_seeds[1]", "test_by_seeds[2]"]
    told = json.loads((tmp_path / "told.json").read_text())
    assert told == {"tried": {f"{request.node.parent.nodeid}::test_by_seeds": 0}, "failed": []}
