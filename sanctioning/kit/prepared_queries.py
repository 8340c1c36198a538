"""Questions that nearly every request asks, put into SQL once.

Purpose: Django writes the SQL of a question each time that it is asked, which takes up to nine tenths of the
time of a short one, and PostgreSQL plans it each time, which takes as long again. Nothing in it changes but
the keys it is asked for: it is written once, and PostgreSQL is sent it once on each connection (`PREPARE`).
Invariants: the statement is the one that Django writes, and its rows become what Django makes of them; it is
asked of the database that the thread works on at that moment, that of a practice event as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from inspect import signature
from typing import Any, Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, ValuesListIterable
from psycopg.sql import Literal

from sanctioning.kit.server_statements import call_of, is_pooled, new_name

M = TypeVar("M", bound=Model)
Q = TypeVar("Q", bound=QuerySet[Any, Any])
Key = int | str
FIRST_PLACE: Final = 31_001
"""No key or constant of a question is of this size and means itself, and every column of numbers takes it."""
LARGEST: Final = 2**63 - 1
"""SQLite takes no larger number, and no column has one."""


class _Prepared(Generic[Q]):
    """What is asked, and how it is written for each kind of database."""

    def __init__(self, ask: Callable[..., Q]) -> None:
        self._ask = ask
        self._written: dict[str, _Statement] = {}

    def _asked(self, keys: Sequence[Key]) -> _Asked | None:
        """None where a key is none that a database can hold."""
        if any(isinstance(key, int) and abs(key) > LARGEST for key in keys):
            return None
        vendor = connections[DEFAULT_DB_ALIAS].vendor
        statement = self._written.get(vendor)
        if statement is None:
            statement = self._written[vendor] = self.write(keys)
        return statement.filled(keys)

    def write(self, keys: Sequence[Key]) -> _Statement:
        """In place of each key comes a value that nothing else in the statement has."""
        numbers = range(FIRST_PLACE, FIRST_PLACE + len(keys))
        held: list[Key] = [
            number if isinstance(key, int) else f"place {number}"
            for number, key in zip(numbers, keys, strict=True)
        ]
        compiler = self._ask(*held).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        places = tuple(held.index(param) if param in held else None for param in params)
        assert set(range(len(keys))) <= set(places), "Each key is a value in the statement."
        compiler.connection = None
        name = new_name(compiler.query.get_meta().db_table)
        return _Statement(compiler, name, sql, tuple(params), places)


class Prepared(_Prepared[QuerySet[M]]):
    """Call it with the keys that `ask` takes, all of one kind from call to call, for the rows.

    `ask` may use its keys only as values that something is to be equal to; what it selects are whole rows.
    """

    def __call__(self, *keys: Key) -> list[M]:
        asked = self._asked(keys)
        rows: list[M] = list(ModelIterable(asked)) if asked else []  # type: ignore[arg-type]
        return rows


class PreparedValues(_Prepared[QuerySet[Any, Any]]):
    """The same of a `values_list`, in whose order the columns come."""

    def __call__(self, *keys: Key) -> list[tuple[Any, ...]]:
        asked = self._asked(keys)
        return list(ValuesListIterable(asked)) if asked else []  # type: ignore[arg-type]


class PreparedStamps:
    """Call it with a key for a stamp of each of these questions: equal while the rows that answer it hold
    what they held, None while there are none. One query.

    Each asks by that key or by none, and is a `values_list` with the primary key of its rows among them.
    """

    def __init__(self, *asks: Callable[..., QuerySet[Any, Any]]) -> None:
        self._asks = asks
        self._written: dict[str, _Statement] = {}

    def __call__(self, key: int) -> tuple[str | None, ...]:
        connection = connections[DEFAULT_DB_ALIAS]
        if connection.vendor not in self._written:
            self._written[connection.vendor] = self._write(key)
        with connection.cursor() as cursor:
            cursor.execute(*self._written[connection.vendor].called(connection, (key,)))
            return tuple(stamp if stamp is None else str(stamp) for stamp in cursor.fetchone())

    def _write(self, key: int) -> _Statement:
        questions = [
            PreparedValues(ask).write((key,)[: len(signature(ask).parameters)]) for ask in self._asks
        ]
        stamped = _STAMPED[connections[DEFAULT_DB_ALIAS].vendor]
        parts = []
        for question in questions:
            columns = ", ".join(f"c{at}" for at in range(len(question.compiler.select)))
            parts.append(stamped.format(columns=columns, sql=question.sql))
        return _Statement(
            compiler=None,
            name=new_name("stamps"),
            sql=f"SELECT {', '.join(parts)}",
            params=tuple(param for question in questions for param in question.params),
            places=tuple(place for question in questions for place in question.places),
        )


_STAMPED: Final = {
    "postgresql": "(SELECT sum(hash_record_extended(held, 0)) FROM ({sql}) held)",
    "sqlite": "(WITH held({columns}) AS ({sql}) SELECT nullif(json_group_array(json_array({columns})), '[]')"
    " FROM held)",
}


@dataclass(frozen=True, slots=True)
class _Statement:
    """`places` says for each parameter which key it is, if any."""

    compiler: Any
    name: str
    sql: str
    params: tuple[Any, ...]
    places: tuple[int | None, ...]

    def filled(self, keys: Sequence[Key]) -> _Asked:
        compiler = copy(self.compiler)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        sql, params = self.called(compiler.connection, keys)
        compiler.as_sql = lambda *_args, **_more: (sql, params)
        return _Asked(compiler)

    def called(self, connection: BaseDatabaseWrapper, keys: Sequence[Key]) -> tuple[str, tuple[Any, ...]]:
        by_name = connection.vendor == "postgresql" and not is_pooled(connection)
        asks = self._by_name if by_name else self._in_full
        return asks(connection, keys)

    def _in_full(self, _connection: BaseDatabaseWrapper, keys: Sequence[Key]) -> tuple[str, tuple[Any, ...]]:
        return self.sql, tuple(
            param if place is None else keys[place]
            for param, place in zip(self.params, self.places, strict=True)
        )

    def _by_name(self, connection: BaseDatabaseWrapper, keys: Sequence[Key]) -> tuple[str, tuple[Any, ...]]:
        call = call_of(connection, self.name, len(keys), lambda: self._to_prepare(connection, keys))
        return call, tuple(keys)

    def _to_prepare(self, connection: BaseDatabaseWrapper, keys: Sequence[Key]) -> str:
        """The widest types take every key, also one that no row can have."""
        types = ", ".join("bigint" if isinstance(key, int) else "text" for key in keys)
        written = (
            Literal(param).as_string(connection.connection) if place is None else f"${place + 1}"
            for param, place in zip(self.params, self.places, strict=True)
        )
        return f"PREPARE {self.name} ({types}) AS {self.sql % tuple(written)}"


@dataclass(frozen=True, slots=True)
class _Asked:
    """As much of a queryset as Django needs to make objects or tuples of its rows."""

    compiler: Any
    db: str = DEFAULT_DB_ALIAS
    _fields: tuple[str, ...] = ()

    @property
    def query(self) -> _Asked:
        return self

    @property
    def _known_related_objects(self) -> dict[str, object]:
        return {}

    def get_compiler(self, using: str) -> Any:
        return self.compiler
