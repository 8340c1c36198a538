"""Counting what belongs to each row of a list.

Counted by a question for each row that is shown, not by joining all of the other table and grouping: with a
page of fifty among thousands the database counts fifty times.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet, Subquery
from django.db.models.functions import Coalesce


def counted(rows: QuerySet[Any], by: str) -> Coalesce:
    """How many rows of another table belong to each row, by the field that says to which; `rows` are
    narrowed to those of the row by an `OuterRef`."""
    counts = rows.order_by().values(by).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counts), 0)
