"""Marks of rows: equal as long as nobody has written the row.

Purpose: whoever keeps what was read of rows asks for their marks, which is less work than to read them again.
Invariants: PostgreSQL writes a row anew with each change, with the number of the transaction and the place of
the new row; no two writings share both. Marks that were read before the rows are never newer than these.
SQLite has no such marks, so nothing is kept there.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Model, QuerySet, TextField, Value
from django.db.models.expressions import Expression

from sanctioning.kit.prepared_queries import Key, PreparedValues
from sanctioning.kit.server_statements import on_postgresql

Marks = frozenset[tuple[str, str]]
PLACE: Final = "{row}.xmin::text || {row}.ctid::text"


class _Mark(Expression):
    """The mark of the row that a query is about."""

    def as_sql(self, compiler: Any, connection: Any, **_more: Any) -> tuple[str, tuple[str | int, ...]]:
        return PLACE.format(row=connection.ops.quote_name(compiler.query.get_initial_alias())), ()


class MarksOf:
    """Call it with the keys that `ask` takes, for the marks of all rows that its named queries find. One
    query; None on a database that has no marks."""

    def __init__(self, ask: Any) -> None:
        self._ask = ask
        self._prepared = PreparedValues(self._written)

    def __call__(self, *keys: Key) -> Marks | None:
        return frozenset(self._prepared(*keys)) if on_postgresql() else None

    def _written(self, *keys: Key) -> QuerySet[Any, Any]:
        rows: dict[str, QuerySet[Model]] = self._ask(*keys)
        first, *others = (
            marks.order_by()
            .annotate(of=Value(name), mark=_Mark(output_field=TextField()))
            .values_list("of", "mark")
            for name, marks in rows.items()
        )
        marks: QuerySet[Any, Any] = first.union(*others, all=True)
        return marks
