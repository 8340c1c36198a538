"""Statements that PostgreSQL is sent once on each connection, and then called by name.

Purpose: to plan a short statement takes PostgreSQL longer than to carry it out, and to write out a long one
takes Python longer than to call it. Nothing in them changes from call to call but the values.
Invariant: behind a pooler, which gives each transaction another connection, nothing is called by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

POOLED: Final = "POOLED"
PLACE: Final = re.compile(r"\$(\d+)")
_numbers = count(1)
_sent: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()
"""What each connection to PostgreSQL was sent, by name."""


def new_name(about: str) -> str:
    return f"prepared_{next(_numbers)}_{about}"


def on_postgresql() -> bool:
    """Whether the thread works on PostgreSQL now; a practice event is SQLite on every site."""
    return connections[DEFAULT_DB_ALIAS].vendor == "postgresql"


def is_pooled(connection: BaseDatabaseWrapper) -> bool:
    """Whether the next transaction may be given another connection of the server."""
    return bool(connection.settings_dict.get(POOLED, False))


def call_of(connection: BaseDatabaseWrapper, name: str, values: int, prepare: Callable[[], str]) -> str:
    """The statement that calls one of that name with so many values; it is prepared where it was not yet."""
    # A connection that died since the last request is replaced here, and not by the cursor that calls it.
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    sent = _sent.setdefault(connection.connection, set())
    if name not in sent:
        with connection.wrap_database_errors, connection.connection.cursor() as cursor:
            cursor.execute(prepare())
        sent.add(name)
    places = ", ".join(["%s"] * values)
    return f"EXECUTE {name} ({places})"


class ServerStatement:
    """A statement in PostgreSQL's own words, its values as `$1`, `$2` and so on."""

    def __init__(self, about: str, text: str) -> None:
        self._name, self._text = new_name(about), text
        self._in_full = PLACE.sub("%s", text.replace("%", "%%"))
        self._places = [int(place[1]) - 1 for place in PLACE.finditer(text)]

    def __call__(self, values: Sequence[Any]) -> int:
        """Carry it out; how many rows it was about."""
        connection = connections[DEFAULT_DB_ALIAS]
        with connection.cursor() as cursor:
            cursor.execute(*self._called(connection, values))
            return int(cursor.rowcount)

    def rows(self, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Carry it out; the rows that it returns."""
        connection = connections[DEFAULT_DB_ALIAS]
        with connection.cursor() as cursor:
            cursor.execute(*self._called(connection, values))
            return list(cursor.fetchall())

    def _called(self, connection: BaseDatabaseWrapper, values: Sequence[Any]) -> tuple[str, Sequence[Any]]:
        if is_pooled(connection):
            return self._in_full, [values[place] for place in self._places]
        return call_of(connection, self._name, len(values), self._prepare), values

    def _prepare(self) -> str:
        return f"PREPARE {self._name} AS {self._text}"
