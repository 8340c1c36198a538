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
    """Call it with a new row of the model."""

    def __init__(self, model: type[M]) -> None:
        self._model = model

    def __call__(self, row: M) -> M:
        if on_postgresql():
            (row.pk,) = self._statement.row(_values(row, self._fields, add=True))
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        else:
            row.save(force_insert=True)
        return row

    @cached_property
    def _fields(self) -> list[Field[Any, Any]]:
        return [field for field in self._model._meta.concrete_fields if not field.primary_key]

    @cached_property
    def _statement(self) -> ServerStatement:
        table = self._model._meta.db_table
        columns = ", ".join(f'"{field.column}"' for field in self._fields)
        places = ", ".join(f"${place}" for place in range(1, len(self._fields) + 1))
        return ServerStatement(table, f'INSERT INTO "{table}" ({columns}) VALUES ({places}) RETURNING "id"')


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
