"""The keys that a database gives to new rows: a number that was given once, also to a row that is gone, is
never given again, or the trail of the one would be read as that of the other."""

from __future__ import annotations

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import AutoField, Max, Model


def last_key(model: type[Model]) -> int | None:
    """The last number given; None where the database gives none."""
    if not isinstance(model._meta.pk, AutoField):
        return None
    highest: int = model._base_manager.aggregate(highest=Max("pk"))["highest"] or 0
    return max(highest, _given(model))


def go_on_after(model: type[Model], last: int) -> None:
    """The next row gets the next number, or a later one where this database has given later ones before."""
    if connection.vendor == "postgresql":
        _go_on_in_postgresql(model, last)
    else:
        _go_on_in_sqlite(model, last)


def _go_on_in_postgresql(model: type[Model], last: int) -> None:
    with connection.cursor() as cursor:
        sequence = _sequence(cursor, model)
        cursor.execute(
            f"SELECT setval(%s, GREATEST(%s, last_value), %s OR is_called) FROM {sequence}",
            [sequence, last, last > 0],
        )


def _go_on_in_sqlite(model: type[Model], last: int) -> None:
    with connection.cursor() as cursor:
        table = model._meta.db_table
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        if last:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])


def _given(model: type[Model]) -> int:
    return _given_in_postgresql(model) if connection.vendor == "postgresql" else _given_in_sqlite(model)


def _given_in_postgresql(model: type[Model]) -> int:
    with connection.cursor() as cursor:
        sequence = _sequence(cursor, model)
        cursor.execute(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}")
        return int(cursor.fetchone()[0])


def _given_in_sqlite(model: type[Model]) -> int:
    with connection.cursor() as cursor:
        table = model._meta.db_table
        cursor.execute("SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = %s", [table])
        return int(cursor.fetchone()[0])


def _sequence(cursor: CursorWrapper, model: type[Model]) -> str:
    """The name of PostgreSQL's sequence for the table, quoted as a statement needs it."""
    table, column = model._meta.db_table, model._meta.pk.column
    cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table}"', column])
    return str(cursor.fetchone()[0])
