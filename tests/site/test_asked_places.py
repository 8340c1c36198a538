"""The two runs of the tests are compared by the places of the site that asked each database."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection

from deploy.query_coverage import SQLITE_ALONE, complaint, not_asked_on_postgresql
from sanctioning.identity.same_person import kept_ids
from sanctioning.kit.practice_database import PRACTICE
from tests.support.asked_places import AskedPlaces, is_own
from tests.support.processes import ROOT

ASKS = "    return dict(merged.values_list("


def test_the_line_nearest_to_the_database_is_noted(db: None, tmp_path: Path) -> None:
    places = AskedPlaces()
    with connection.execute_wrapper(places.note):
        connection.savepoint()
        assert places.names() == []
        kept_ids([1])
    [name] = places.names()
    where, _, function = name.partition(" ")
    file, line = where.split(":")
    assert (file, function) == ("sanctioning/identity/same_person.py", "kept_ids")
    assert (ROOT / file).read_text().splitlines()[int(line) - 1].startswith(ASKS)

    places.write(tmp_path)
    [written] = tmp_path.iterdir()
    assert written.name.startswith(f"{connection.vendor}-")
    assert written.read_text() == f"{name}\n"


def test_every_connection_is_watched_once_and_none_of_practice() -> None:
    places = AskedPlaces()
    own = connection.copy()
    places.watch(own)
    places.watch(own)
    assert own.execute_wrappers == [places.note]

    database = connection.copy()
    database.settings_dict = {**database.settings_dict, PRACTICE: True}
    places.watch(database)
    assert database.execute_wrappers == []


@pytest.mark.parametrize(
    ("file", "own"),
    [
        ("scoring/ledger/selectors/chain_proof.py", True),
        ("scoring/migrations/0001_initial.py", False),
        ("config/call_stack_memory.py", False),
        ("config/database/compiler.py", False),
        ("tests/cast.py", False),
    ],
)
def test_migrations_tests_and_what_all_goes_through_are_no_places(file: str, own: bool) -> None:
    assert is_own(str(ROOT / file)) is own


def test_a_place_that_never_asked_postgresql_is_named(tmp_path: Path) -> None:
    (tmp_path / "sqlite-1.txt").write_text("a.py:1 first\na.py:2 second\n")
    (tmp_path / "sqlite-2.txt").write_text("a.py:2 second\na.py:3 third\n")
    (tmp_path / "postgresql-3.txt").write_text("a.py:1 first\na.py:3 third\na.py:4 fourth\n")
    missing = not_asked_on_postgresql(tmp_path)
    assert missing == ["a.py:2 second"]
    assert "  a.py:2 second\n" in complaint(missing)

    (tmp_path / "postgresql-4.txt").write_text("a.py:2 second\n")
    assert not_asked_on_postgresql(tmp_path) == []


def test_what_is_for_sqlite_alone_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.query_coverage.SQLITE_ALONE", {"a.py first": "It turns SQLite's own key."})
    (tmp_path / "sqlite-1.txt").write_text("a.py:1 first\na.py:2 second\n")
    assert not_asked_on_postgresql(tmp_path) == ["a.py:2 second"]


@pytest.mark.parametrize("name", SQLITE_ALONE)
def test_every_function_that_is_left_out_is_there(name: str) -> None:
    file, function = name.split(" ")
    assert f"def {function.rpartition('.')[2]}(" in (ROOT / file).read_text()
