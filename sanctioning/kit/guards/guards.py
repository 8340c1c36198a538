"""Guards: triggers by which the database itself refuses what must never happen.

Purpose: a ledger that only grows, an adopted law that is never edited, a published roster that stays as
it is hold against every program that reaches the database, on SQLite and PostgreSQL alike.
Invariants: the same guards on both; installing again changes nothing. They are installed after every
`migrate` and not in a migration, because SQLite drops a table's triggers whenever a later migration
rebuilds the table, and are taken down there before one begins.
Terms: condition (SQL over OLD and NEW; the act is refused where it is true).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

from django.apps import AppConfig
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

Act = Literal["INSERT", "UPDATE", "DELETE", "TRUNCATE"]
Guarded = TypeVar("Guarded", bound=type[Model])


@dataclass(frozen=True, slots=True)
class Guard:
    model: type[Model]
    act: Act
    condition: str
    message: str
    about: str = ""

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    @property
    def name(self) -> str:
        about = f"_{self.about}" if self.about else ""
        return f"guard_{self.table}_{self.act.lower()}{about}"


_guards: dict[str, Guard] = {}
ALWAYS: Final = "1 = 1"


def guarded(
    act: Act, message: str, *, condition: str = ALWAYS, about: str = ""
) -> Callable[[Guarded], Guarded]:
    """Refuse the act on the decorated model where the condition holds; a second guard of one act says what it
    is `about`."""

    def put_up(model: Guarded) -> Guarded:
        guard = Guard(model, act, condition, message, about)
        _guards[guard.name] = guard
        return model

    return put_up


def append_only(model: Guarded) -> Guarded:
    """Rows of the decorated model are added, and never changed or deleted."""
    what = model._meta.verbose_name_plural
    guarded("UPDATE", f"{what} are never changed; add one that corrects")(model)
    guarded("DELETE", f"{what} are never deleted; add one that corrects")(model)
    guarded("TRUNCATE", f"{what} are never deleted; add one that corrects")(model)
    return model


def refused_always(model: type[Model], act: Act) -> bool:
    return any(
        guard.model is model and guard.act == act and guard.condition == ALWAYS for guard in _guards.values()
    )


def differs(*columns: str) -> str:
    """The condition that one of these columns would change."""
    return " OR ".join(
        f'OLD."{name}" <> NEW."{name}" OR (OLD."{name}" IS NULL) <> (NEW."{name}" IS NULL)'
        for name in columns
    )


def install(using: str = "default") -> None:
    """Put up every guard whose table exists."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for guard in standing(connection):
            for statement in _statements(connection, guard):
                cursor.execute(statement)


def remove(using: str = "default") -> None:
    """Take down every guard; only emptying a whole database has a reason to."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for guard in standing(connection):
            cursor.execute(_drop(connection, guard))


def remove_before_migrate(sender: AppConfig, using: str, plan: Sequence[object] = (), **kwargs: Any) -> None:
    """SQLite rebuilds no table of which the guard of another one speaks."""
    if plan and connections[using].vendor == "sqlite":
        remove(using)


def standing(connection: BaseDatabaseWrapper) -> list[Guard]:
    """Guards of the tables that exist; SQLite cannot empty a table but by deleting its rows."""
    tables = set(connection.introspection.table_names())
    return [
        guard
        for guard in _guards.values()
        if guard.table in tables and (connection.vendor != "sqlite" or guard.act != "TRUNCATE")
    ]


def _statements(connection: BaseDatabaseWrapper, guard: Guard) -> list[str]:
    if connection.vendor == "sqlite":
        return [_drop(connection, guard), sqlite_trigger(guard)]
    return [_postgresql_function(guard), _drop(connection, guard), _postgresql_trigger(guard)]


def _drop(connection: BaseDatabaseWrapper, guard: Guard) -> str:
    if connection.vendor == "sqlite":
        return f"DROP TRIGGER IF EXISTS {guard.name}"
    return f"DROP TRIGGER IF EXISTS {guard.name} ON {guard.table}"


def sqlite_trigger(guard: Guard) -> str:
    return (
        f"CREATE TRIGGER {guard.name} BEFORE {guard.act} ON {guard.table} FOR EACH ROW BEGIN "
        f"SELECT RAISE(ABORT, '{guard.message}') WHERE {guard.condition}; END"
    )


def _postgresql_function(guard: Guard) -> str:
    return (
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql "
        f"AS $${postgresql_body(guard)}$$"
    )


def postgresql_body(guard: Guard) -> str:
    row = {"DELETE": "OLD", "TRUNCATE": "NULL"}.get(guard.act, "NEW")
    return (
        f" BEGIN IF {guard.condition} THEN RAISE EXCEPTION '{guard.message}' "
        f"USING ERRCODE = 'integrity_constraint_violation'; END IF; RETURN {row}; END "
    )


def _postgresql_trigger(guard: Guard) -> str:
    return (
        f"CREATE TRIGGER {guard.name} BEFORE {guard.act} ON {guard.table} "
        f"FOR EACH {'STATEMENT' if guard.act == 'TRUNCATE' else 'ROW'} EXECUTE FUNCTION {guard.name}()"
    )
