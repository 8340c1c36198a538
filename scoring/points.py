"""Points: exact tenths, in the database and as numbers."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.db import models


class Points(models.DecimalField):  # type: ignore[type-arg]
    """Exact tenths."""

    def __init__(self, *, max_digits: int = 9, decimal_places: int = 1, **options: Any) -> None:
        super().__init__(max_digits=max_digits, decimal_places=decimal_places, **options)


NO_POINTS = Decimal("0.0")
