"""Whether every guard stands in the database as `sanctioning.kit.guards.guards` puts it up.

Purpose: whoever owns the tables can take a guard down, switch it off, or give its name to one that refuses
nothing; each of these is named. Invariants: it reads the database's own catalogue and changes nothing; what a
guard must be is what `guards` would write.
Terms: stranger (a trigger on a guarded table that no guard is: it could change a row on its way in).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.apps import AppConfig
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from sanctioning.kit.guards import guards
from sanctioning.kit.guards.guards import Act, Guard

# The bits of `pg_trigger.tgtype`.
FOR_EACH_ROW: Final = 1
BEFORE: Final = 2
BITS_OF_ACTS: Final[dict[Act, int]] = {"INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
FIRES: Final = frozenset("OA")
"""`pg_trigger.tgenabled` of a trigger that fires for whoever writes."""

TRIGGERS: Final = (
    "SELECT trigger.tgname, class.relname, trigger.tgenabled::text, trigger.tgtype, "
    "trigger.tgqual IS NOT NULL OR trigger.tgattr::text <> '', procedure.proname, procedure.prosrc "
    "FROM pg_trigger trigger JOIN pg_class class ON class.oid = trigger.tgrelid "
    "JOIN pg_proc procedure ON procedure.oid = trigger.tgfoid "
    "WHERE NOT trigger.tgisinternal AND pg_table_is_visible(class.oid)"
)
SILENCED: Final = (
    "SELECT COALESCE(role.rolname, 'every role') FROM pg_db_role_setting setting "
    "LEFT JOIN pg_roles role ON role.oid = setting.setrole "
    "CROSS JOIN unnest(setting.setconfig) said "
    "WHERE said LIKE 'session_replication_role=%' AND said <> 'session_replication_role=origin' "
    "UNION SELECT 'this connection' WHERE current_setting('session_replication_role') <> 'origin'"
)


@dataclass(frozen=True, slots=True)
class GuardFault:
    name: str
    sentence: str


class _Trigger(NamedTuple):
    """A trigger as PostgreSQL keeps it; `narrowed` where it has a condition or columns of its own."""

    name: str
    table: str
    enabled: str
    kind: int
    narrowed: bool
    function: str
    body: str


def guard_faults(using: str = "default") -> list[GuardFault]:
    """Every guard that is not up, does not fire or is another than it must be; none for a sound database."""
    connection = connections[using]
    faults = _on_sqlite(connection) if connection.vendor == "sqlite" else _on_postgresql(connection)
    return sorted(faults, key=lambda fault: fault.name)


def install_after_migrate(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """Put up what does not stand as it must; where all does, whoever migrates need not own the tables."""
    names = {guard.name for guard in guards.standing(connections[using])}
    if any(fault.name in names for fault in guard_faults(using)):
        guards.install(using)


def _on_sqlite(connection: BaseDatabaseWrapper) -> Iterator[GuardFault]:
    expected = {guard.name: guard for guard in guards.standing(connection)}
    tables = {guard.table for guard in expected.values()}
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
        present = {name: (table, sql) for name, table, sql in cursor.fetchall()}
    for name, guard in expected.items():
        if name not in present:
            yield GuardFault(name, "is not up")
        elif present[name][1] != guards.sqlite_trigger(guard):
            yield GuardFault(name, "is not as it was put up")
    for name, (table, _) in present.items():
        if name not in expected and table in tables:
            yield _stranger(name, table)


def _on_postgresql(connection: BaseDatabaseWrapper) -> Iterator[GuardFault]:
    expected = {guard.name: guard for guard in guards.standing(connection)}
    tables = {guard.table for guard in expected.values()}
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS)
        triggers = [_Trigger(*row) for row in cursor.fetchall()]
        cursor.execute(SILENCED)
        silenced = [role for (role,) in cursor.fetchall()]
    present = {(trigger.table, trigger.name): trigger for trigger in triggers}
    for name, guard in expected.items():
        trigger = present.pop((guard.table, name), None)
        if trigger is None:
            yield GuardFault(name, "is not up")
        elif trigger.enabled not in FIRES:
            yield GuardFault(name, "is switched off")
        elif trigger.kind != _kind_of(guard) or trigger.narrowed:
            yield GuardFault(name, "no longer looks at every such act")
        elif (trigger.function, trigger.body) != (guard.name, guards.postgresql_body(guard)):
            yield GuardFault(name, "calls a function that is not as it was put up")
    for table, name in present:
        if table in tables:
            yield _stranger(name, table)
    for role in silenced:
        yield GuardFault("session_replication_role", f"switches all guards off for {role}")


def _kind_of(guard: Guard) -> int:
    return BEFORE | BITS_OF_ACTS[guard.act] | (0 if guard.act == "TRUNCATE" else FOR_EACH_ROW)


def _stranger(name: str, table: str) -> GuardFault:
    return GuardFault(name, f"is a trigger on {table} that the site did not put up")
