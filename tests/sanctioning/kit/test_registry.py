"""Registries: what lower packages ask is answered by those above, or the process says that nobody does."""

from __future__ import annotations

import pytest

from sanctioning.kit.registry import NotWired, Registry


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Registry[str]:
    """One of which the site knows nothing."""
    monkeypatch.setattr(Registry, "every", [])
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
    names.complete()
    with pytest.raises(NotWired):
        names.only()
    with names.with_one_more("first", "Ann"):
        assert names.only() == "Ann"
        names.register("second", "Bob")
        with pytest.raises(NotWired):
            names.only()
    assert dict(names) == {"second": "Bob"}


def test_the_site_leaves_nothing_that_is_asked_without_an_answer() -> None:
    assert Registry.every
    assert [registry.what for registry in Registry.every if not registry] == []
