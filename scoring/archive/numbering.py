"""The keys that a database gives to new rows: a number that was given once, also to a row that is gone, is
never given again, or the trail of the one would be read as that of the other."""

from __future__ import annotations

from django.db import connection
from django.db.models import AutoField, Max, Model


def last_key(model: type[Model]) -> int | None:
    """The last number given; None where the database gives none."""
    if not isinstance(model._meta.pk, AutoField):
        return None
    highest: int = model._base_manager.aggregate(highest=Max("pk"))["highest"] or 0
    return max(highest, _given(model))


def go_on_after(model: type[Model], last: int) -> None:
    """The next row gets the next number, or a later one where this database has given later ones before."""
    table, column = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table}"', column])
            (sequence,) = cursor.fetchone()
            cursor.execute(
                f"SELECT setval(%s, GREATEST(%s, last_value), %s OR is_called) FROM {sequence}",
                [sequence, last, last > 0],
            )
            return
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        if last:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])


def _given(model: type[Model]) -> int:
    table, column = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table}"', column])
            (sequence,) = cursor.fetchone()
            cursor.execute(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}")
        else:
            cursor.execute("SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = %s", [table])
        (given,) = cursor.fetchone()
    return int(given)
