"""Which database `make run` makes, and which it leaves as it is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from deploy import start

TABLES_MADE = "CREATE TABLE made_by_prepare (id integer)"


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The commands that the start runs, which make one table instead of the demo season."""
    run: list[tuple[str, ...]] = []

    def manage(*command: str, database: Path = tmp_path / "saas.sqlite3") -> str:
        run.append(command)
        if "--demo" in command:
            change(database, TABLES_MADE)
        return "who can sign in"

    monkeypatch.setattr(start, "VAR", tmp_path)
    monkeypatch.setattr(start, "DATABASE", tmp_path / "saas.sqlite3")
    monkeypatch.setattr(start, "BEING_MADE", tmp_path / "being-made.sqlite3")
    monkeypatch.setattr(start, "TOLD", start.TOLD.model_copy(update={"DEMO": True}))
    monkeypatch.setattr(start, "manage", manage)
    return run


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(statement)


def tables() -> list[str]:
    with closing(sqlite3.connect(start.DATABASE)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]


def test_the_first_start_plays_the_demo_season(commands: list[tuple[str, ...]]) -> None:
    assert start.prepare_database() == "who can sign in"
    assert commands == [("prepare", "--demo")]
    assert tables() == ["made_by_prepare"]


def test_a_database_without_tables_counts_as_none(commands: list[tuple[str, ...]]) -> None:
    change(start.DATABASE, "PRAGMA journal_mode=WAL")
    assert start.DATABASE.stat().st_size == 4096, "as a command leaves it that only looks"
    start.prepare_database()
    assert commands == [("prepare", "--demo")]
    assert tables() == ["made_by_prepare"]


def test_an_empty_file_counts_as_none(commands: list[tuple[str, ...]]) -> None:
    start.DATABASE.touch()
    start.prepare_database()
    assert tables() == ["made_by_prepare"]


def test_a_database_with_tables_is_kept(commands: list[tuple[str, ...]]) -> None:
    change(start.DATABASE, "CREATE TABLE somebodys (id integer)")
    start.prepare_database()
    assert commands == [("prepare",)]
    assert tables() == ["somebodys"]


def test_a_file_that_is_no_database_is_kept(commands: list[tuple[str, ...]]) -> None:
    start.DATABASE.write_bytes(b"what nobody can read" * 1000)
    start.prepare_database()
    assert commands == [("prepare",)]
    assert start.DATABASE.read_bytes().startswith(b"what nobody can read")
