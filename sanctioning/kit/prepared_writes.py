"""Rows that nearly every stanza writes, put into SQL once as the questions are (`prepared_queries`).

Invariants: what is written is what Django's `save` writes of the same row; no model that is written so has
signals.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import Field, Model

from sanctioning.kit.server_statements import ServerStatement, on_postgresql

M = TypeVar("M", bound=Model)


class PreparedInsert(Generic[M]):
    """Call it with a new row of the model, or have several written `at_once`."""

    def __init__(self, model: type[M]) -> None:
        self._model = model
        self._statements: dict[int, ServerStatement] = {}

    def __call__(self, row: M) -> M:
        return self.at_once([row])[0]

    def at_once(self, rows: list[M]) -> list[M]:
        """By one statement, of which there is one for each number of rows."""
        if not on_postgresql():
            return self._model._default_manager.bulk_create(rows)
        if rows:
            values = [value for row in rows for value in _values(row, self._fields, add=True)]
            for row, (key,) in zip(rows, self._statement(len(rows)).rows(values), strict=True):
                row.pk, row._state.adding, row._state.db = key, False, DEFAULT_DB_ALIAS
        return rows

    @cached_property
    def _fields(self) -> list[Field[Any, Any]]:
        return [field for field in self._model._meta.concrete_fields if not field.primary_key]

    def _statement(self, rows: int) -> ServerStatement:
        if rows not in self._statements:
            table = self._model._meta.db_table
            columns = ", ".join(f'"{field.column}"' for field in self._fields)
            places = iter(range(1, rows * len(self._fields) + 1))
            each = [", ".join(f"${next(places)}" for _ in self._fields) for _ in range(rows)]
            values = ", ".join(f"({row})" for row in each)
            text = f'INSERT INTO "{table}" ({columns}) VALUES {values} RETURNING "id"'
            self._statements[rows] = ServerStatement(table, text)
        return self._statements[rows]


class PreparedUpdate(Generic[M]):
    """Call it with a row of the model, of which these fields are written."""

    def __init__(self, model: type[M], *fields: str) -> None:
        self._model, self._names = model, fields

    def __call__(self, row: M) -> None:
        if not on_postgresql():
            row.save(update_fields=self._names)
        elif self._statement([*_values(row, self._fields, add=False), row.pk]) != 1:
            raise DatabaseError(f"{row} is no longer there to be changed.")

    @cached_property
    def _fields(self) -> list[Field[Any, Any]]:
        return [self._model._meta.get_field(name) for name in self._names]  # type: ignore[misc]

    @cached_property
    def _statement(self) -> ServerStatement:
        table = self._model._meta.db_table
        sets = ", ".join(f'"{field.column}" = ${place}' for place, field in enumerate(self._fields, 1))
        return ServerStatement(table, f'UPDATE "{table}" SET {sets} WHERE "id" = ${len(self._fields) + 1}')


def _values(row: Model, fields: list[Field[Any, Any]], *, add: bool) -> list[Any]:
    connection = connections[DEFAULT_DB_ALIAS]
    return [field.get_db_prep_save(field.pre_save(row, add), connection) for field in fields]
