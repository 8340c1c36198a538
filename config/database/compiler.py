"""Statements as Django writes them, to the letter, without the work that changes nothing.

Purpose: most of the time of a page goes into putting statements together. Django looks every part of an order
up among the selected columns, and hashes each of these for that, a third of the work of a short statement; an
order that names fields, as nearly all do, finds nothing there. It also writes the same columns of a table
anew for each statement.
Invariant: every statement is the one that Django's own compiler writes (`tests/house/test_statements.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, cast

from django.db.models.expressions import Col, OrderBy
from django.db.models.sql import compiler
from django.db.models.sql.compiler import (
    SQLAggregateCompiler,
    SQLDeleteCompiler,
    SQLInsertCompiler,
    SQLUpdateCompiler,
)

__all__ = [
    "SQLAggregateCompiler",
    "SQLCompiler",
    "SQLDeleteCompiler",
    "SQLInsertCompiler",
    "SQLUpdateCompiler",
]


class SQLCompiler(compiler.SQLCompiler):
    def _order_by_pairs(self) -> Any:
        """A list, since what is selected is laid aside only while the order is looked up."""
        djangos = cast(Callable[[], Iterable[tuple[OrderBy, bool]]], super()._order_by_pairs)
        if not self._orders_by_fields_alone():
            return list(djangos())
        selected, self.select = self.select, None
        try:
            return list(djangos())
        finally:
            self.select = selected

    def _orders_by_fields_alone(self) -> bool:
        """Nothing of the order can stand among what is selected: no expression, no name of a selected one."""
        query = self.query
        if query.combinator or query.extra_order_by or any(alias for _, _, alias in self.select or ()):
            return False
        ordering: Sequence[object] = query.order_by
        if not ordering and query.default_ordering and (meta := query.get_meta()):
            ordering = meta.ordering or ()
        return all(isinstance(part, str) for part in ordering)

    def compile(self, node: Any) -> tuple[str, Any]:
        if type(node) is Col and node.alias in self.query.table_map and not self.query.extra_select:
            return written(node.alias, node.target.column), []
        return super().compile(node)


@cache
def written(table: str, column: str) -> str:
    """A column of a table that goes by its own name; both databases quote alike."""
    return f'"{table}"."{column}"'
