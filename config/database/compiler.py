"""Statements as Django writes them, to the letter, without the work that changes nothing.

Purpose: most of the time of a page goes into putting statements together. Django looks every part of an order
up among the selected columns, and hashes each of these for that, a third of the work of a short statement; an
order that names fields, as nearly all do, finds nothing there. It also works out the same columns of a table,
how they are written, and what turns their values into Python's, for each statement again.
Invariant: every statement is the one that Django's own compiler writes (`tests/site/test_statements.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, cast

from django.db.models import Field, Model
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


Converters = list[Callable[[Any, Any, Any], Any]]
ALIASES = 4096
"""So many tables, each under one of its names in statements, have their columns kept."""


class SQLCompiler(compiler.SQLCompiler):
    def get_default_columns(
        self, select_mask: Any, start_alias: Any = None, opts: Any = None, from_parent: Any = None
    ) -> Any:
        """As Django says them, where a model has no parents and no field is left out."""
        opts = opts or self.query.get_meta()
        if select_mask or opts is None or opts.parents or opts.proxy:
            return super().get_default_columns(select_mask, start_alias, opts, from_parent)
        return columns_of(opts.model, start_alias or self.query.get_initial_alias())

    def get_select(self, with_col_aliases: bool = False) -> Any:
        """Whole rows and nothing else: their columns, and those of the rows they refer to, as they are.

        No model of the site is the child of another's table, of which Django would share the columns.
        """
        query = self.query
        plain = query.default_cols and not (query.extra_select or query.annotation_select)
        if with_col_aliases or not plain or query.selected is not None:
            return super().get_select(with_col_aliases)
        mask = query.get_select_mask()
        columns: list[tuple[Any, str | None]] = [(column, None) for column in self.get_default_columns(mask)]
        rows: Any = {"model": query.model, "select_fields": list(range(len(columns)))}
        if query.select_related:
            rows["related_klass_infos"] = self.get_related_selections(columns, mask)
        return [(column, self.compile(column), None) for column, _ in columns], rows, {}

    def get_converters(self, expressions: Any) -> Any:
        # They go with the connection, of whose operations some are methods: practice opens one for each page.
        known: dict[Field[Any, Any], Converters] = vars(self.connection.ops).setdefault("converters", {})
        converters: dict[int, tuple[Converters, Any]] = {}
        for position, expression in enumerate(expressions):
            if type(expression) is not Col or expression.target is not expression.output_field:
                return super().get_converters(expressions)
            field = expression.target
            if field not in known:
                known[field] = [
                    *self.connection.ops.get_db_converters(expression),
                    *expression.get_db_converters(self.connection),
                ]
            if known[field]:
                converters[position] = (known[field], expression)
        return converters

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


@lru_cache(maxsize=ALIASES)
def columns_of(model: type[Model], alias: str) -> tuple[Col, ...]:
    return tuple(field.get_col(alias) for field in model._meta.concrete_fields)


@cache
def written(table: str, column: str) -> str:
    """A column of a table that goes by its own name; both databases quote alike."""
    return f'"{table}"."{column}"'
