"""A guard that was taken down, switched off or replaced by the owner of the tables is named."""

from __future__ import annotations

import pytest
from django.db import connection

from sanctioning.kit.guards import guards
from sanctioning.kit.guards.check import GuardFault, guard_faults

TABLE = "sanctioning_auditentry"
UPDATE, DELETE = f"guard_{TABLE}_update", f"guard_{TABLE}_delete"
SWITCHED_OFF = f"ALTER TABLE {TABLE} DISABLE TRIGGER {DELETE}"
REPLACED = (
    f"CREATE OR REPLACE FUNCTION {UPDATE}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
)
NARROWED = (
    f"CREATE OR REPLACE TRIGGER {UPDATE} BEFORE UPDATE ON {TABLE} FOR EACH ROW WHEN (false) "
    f"EXECUTE FUNCTION {UPDATE}()"
)
ANOTHER_FUNCTION = (
    f"CREATE OR REPLACE TRIGGER {UPDATE} BEFORE UPDATE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION {DELETE}()"
)
STRANGER = f"CREATE TRIGGER a_stranger BEFORE INSERT ON {TABLE} FOR EACH ROW EXECUTE FUNCTION {UPDATE}()"
SILENCED = "SET LOCAL session_replication_role = replica"


def done(*statements: str) -> list[tuple[str, str]]:
    """What is found after the owner did this."""
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
    return [(fault.name, fault.sentence) for fault in guard_faults()]


@pytest.mark.both_databases
def test_the_guards_of_a_sound_database_are_as_they_were_put_up(db: None) -> None:
    assert guard_faults() == []


@pytest.mark.both_databases
def test_guards_taken_down_are_named(db: None) -> None:
    guards.remove()
    assert GuardFault(UPDATE, "is not up") in guard_faults()
    guards.install()
    assert guard_faults() == []


@pytest.mark.sqlite
def test_a_guard_of_sqlite_that_refuses_nothing_is_named(db: None) -> None:
    assert done(
        f"DROP TRIGGER {UPDATE}",
        f"CREATE TRIGGER {UPDATE} BEFORE UPDATE ON {TABLE} FOR EACH ROW BEGIN SELECT 1; END",
        f"CREATE TRIGGER a_stranger AFTER INSERT ON {TABLE} BEGIN SELECT 1; END",
    ) == [
        ("a_stranger", f"is a trigger on {TABLE} that the site did not put up"),
        (UPDATE, "is not as it was put up"),
    ]


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("statement", "name", "sentence"),
    [
        (SWITCHED_OFF, DELETE, "is switched off"),
        (f"ALTER TABLE {TABLE} ENABLE REPLICA TRIGGER {DELETE}", DELETE, "is switched off"),
        (f"DROP TRIGGER {UPDATE} ON {TABLE}", UPDATE, "is not up"),
        (NARROWED, UPDATE, "no longer looks at every such act"),
        (REPLACED, UPDATE, "calls a function that is not as it was put up"),
        (ANOTHER_FUNCTION, UPDATE, "calls a function that is not as it was put up"),
        (STRANGER, "a_stranger", f"is a trigger on {TABLE} that the site did not put up"),
        (SILENCED, "session_replication_role", "switches all guards off for this connection"),
    ],
)
def test_a_guard_of_postgresql_that_no_longer_guards_is_named(
    db: None, statement: str, name: str, sentence: str
) -> None:
    assert done(statement) == [(name, sentence)]
