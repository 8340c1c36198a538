"""Registries: what lower packages ask is answered by those above, or the process says that nobody does."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from sanctioning.kit.registry import NotWired, Registry


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Registry[str]:
    """One of which the site knows nothing."""
    monkeypatch.setattr(Registry, "every", [])
    monkeypatch.setattr(Registry, "_wiring", None)
    return Registry("names")


def test_it_does_not_answer_before_everything_is_in(names: Registry[str]) -> None:
    names.register("first", "Ann")
    for ask in (lambda: len(names), lambda: names.get("first"), lambda: "second" in names, names.only):
        with pytest.raises(NotWired, match="names"):
            ask()
    names.complete()
    assert (names.only(), names["first"], [*names.items()]) == ("Ann", "Ann", [("first", "Ann")])


def test_a_name_has_one_entry(names: Registry[str]) -> None:
    names.register("first", "Ann")
    names.register("first", "Ann")
    with pytest.raises(ValueError, match="registered twice"):
        names.register("first", "Bob")


def test_one_answers_where_one_is_asked(names: Registry[str]) -> None:
    names.may_be_empty = True
    names.complete()
    with pytest.raises(NotWired):
        names.only()
    with names.with_one_more("first", "Ann"):
        assert names.only() == "Ann"
        with names.with_one_more("second", "Bob"), pytest.raises(NotWired):
            names.only()
    assert dict(names) == {}


def test_one_that_nobody_filled_is_not_read(names: Registry[str]) -> None:
    Registry.wired_by(lambda: None)
    for _ in range(2):
        with pytest.raises(NotWired, match="nothing is registered"):
            len(names)


def test_the_site_leaves_nothing_that_is_asked_without_an_answer() -> None:
    assert Registry.every
    asked = [registry for registry in Registry.every if not registry.may_be_empty]
    assert [registry.what for registry in asked if not registry] == []


def test_whoever_reads_while_it_is_wired_waits_for_all_of_it(names: Registry[str]) -> None:
    begun, may_end = Event(), Event()

    def wiring() -> None:
        names.register("first", "Ann")
        begun.set()
        assert may_end.wait(60)
        names.register("second", "Bob")

    Registry.wired_by(wiring)
    with ThreadPoolExecutor(4) as readers:
        first = readers.submit(list, names)
        assert begun.wait(60)
        later = [readers.submit(list, names) for _ in range(3)]
        may_end.set()
        assert [reader.result() for reader in (first, *later)] == [["first", "second"]] * 4


def test_wiring_that_fails_says_why_each_time(names: Registry[str]) -> None:
    def wiring() -> None:
        raise ImportError("a slip in the code")

    Registry.wired_by(wiring)
    for _ in range(2):
        with pytest.raises(ImportError, match="a slip"):
            len(names)


def test_a_command_that_asks_nothing_loads_nothing_that_answers() -> None:
    loaded = "import sys, django; django.setup(); sys.exit('config.wiring' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loaded]).returncode == 0
