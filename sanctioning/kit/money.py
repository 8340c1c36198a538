"""Money: exact, in the one currency of the installation.

Invariant: kept in hundredths as whole numbers, so that a sum is exact on every database; read and written
as `Decimal` with two places, never as a float.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Final

from django.db import models

from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.typed_decimals import read_decimal

HUNDREDTH: Final = Decimal("0.01")
NOTHING: Final = Decimal("0.00")
LARGEST: Final = Decimal("1000000.00")
# A `Decimal` of a shape that is money: two places where points have one.
Money = Annotated[Decimal, "money"]


class MoneyField(models.BigIntegerField):  # type: ignore[type-arg]
    """An amount of money: hundredths in the database, `Decimal` everywhere else."""

    # What django-stubs reads the types of an attribute from.
    _pyi_private_set_type: Decimal | int  # type: ignore[assignment]
    _pyi_private_get_type: Decimal  # type: ignore[assignment]
    _pyi_lookup_exact_type: Decimal | int  # type: ignore[assignment]

    description = "an exact amount of money"

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Decimal | None:
        return None if value is None else of_hundredths(int(value))

    def to_python(self, value: Any) -> Decimal | None:
        return None if value is None else Decimal(value).quantize(HUNDREDTH)

    def get_prep_value(self, value: Any) -> int | None:
        return None if value is None else hundredths(value)


def hundredths(value: Any) -> int:
    """The whole number that is kept; an amount finer than that is a slip in the code."""
    if isinstance(value, float):
        raise TypeError("money is never a float")
    scaled = Decimal(value).scaleb(2)
    if scaled != int(scaled):
        raise ValueError(f"{value} is finer than a hundredth")
    return int(scaled)


def of_hundredths(scaled: int) -> Decimal:
    """The amount of which this whole number is kept."""
    return Decimal(scaled).scaleb(-2)


def money(value: Any) -> str:
    """As it is shown and printed: GBP 1,204.50; less than nothing with a true minus sign."""
    amount = Decimal(value).quantize(HUNDREDTH)
    return f"{authority().currency}\u00a0{'−' if amount < 0 else ''}{abs(amount):,.2f}"


def read_amount(text: str) -> Decimal | None:
    """An amount as typed or as a bank writes it, 1204.5, 1204,5, 1,204.50 or 1.204,50; None if it cannot be
    one."""
    amount = read_decimal(text.strip().removeprefix(authority().currency), places=2)
    return amount.quantize(HUNDREDTH) if amount is not None and amount <= LARGEST else None
