"""The suite tries the same examples in every run. `make fuzz` tries new ones, says what it tried and what
failed, ready to be pinned, and does not end well without having tried anything."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from deploy.fuzz import Fuzzing
from tests.support import fuzzing as fuzzing_round
from tests.support.seeds import FROM, FUZZED, TIMES, examples, seeds


def fuzzing(**tried: int) -> Fuzzing:
    done = Fuzzing(until=float("inf"))
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


def test_a_failing_example_is_printed_once_with_the_command_that_fails_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = fuzzing(a=1)
    for seed in (77, 78):
        done.note(seed, 1, "Falsifying example: test_a(n=3)", {"tried": {}, "failed": ["a.py::test_a[77]"]})
    output = capsys.readouterr().out
    assert output.count("Falsifying example: test_a(n=3)") == 1
    [again] = [line for line in output.splitlines() if line.startswith("Fails again by: ")]
    assert again.startswith(f"Fails again by: {FROM}=77 {TIMES}=4 ")
    assert again.endswith("-m pytest --hypothesis-seed=77 'a.py::test_a[77]'")


def test_in_the_suite_examples_are_the_same_in_every_run_and_a_failing_one_can_be_pinned() -> None:
    """No seed of the day, and nothing that an earlier run found; `make fuzz` alone tries what is new."""
    taken = settings()
    assert (taken.derandomize, taken.database) == (not FUZZED, None)
    assert (taken.deadline, taken.print_blob) == (None, True)
    assert FUZZED or (list(seeds(3)), examples(100)) == ([0, 1, 2], 100)
    assert FUZZED or providers._get_local_constants is Constants, "nor what a module happens to hold"


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
    printed = json.loads((tmp_path / "told.json").read_text())
    assert printed == {"tried": {f"{request.node.parent.nodeid}::test_by_seeds": 0}, "failed": []}
