"""Some rows out of many, in their order.

Which they are is found first, with nothing but what sorts and narrows them; all that is shown of them is
joined and counted for so few, and not for whatever else might have stood among them.
"""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def slice_of(rows: QuerySet[Row], first: int, most: int) -> list[Row]:
    """So many of the sorted rows at most, from one on, which 0 counts. Two queries: of one with many joins,
    PostgreSQL does not always see that there are few rows to join."""
    keys = list(rows.values_list("pk", flat=True)[first : first + most])
    return list(rows.filter(pk__in=keys))
