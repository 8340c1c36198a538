"""Decimals as people type them: with a point or a comma, in whatever language they read the site.

Invariant: nothing is guessed. A sign before exactly three figures may part thousands or decimals, so a number
such as 1.204 is not read; one that has both signs, such as 1.204,50, can be read in one way alone.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from django.utils.formats import get_format

_THOUSANDS: Final = {
    ",": re.compile(r"\d{1,3}(,\d{3})+(\.\d{1,2})|\d{1,3}(,\d{3}){2,}"),
    ".": re.compile(r"\d{1,3}(\.\d{3})+(,\d{1,2})|\d{1,3}(\.\d{3}){2,}"),
}
_PLAIN: Final = re.compile(r"[0-9]+([.,][0-9]{1,2})?")
_KEPT: Final = re.compile(r"[0-9]+\.[0-9]+")


def read_decimal(text: str, places: int) -> Decimal | None:
    """The number, exactly; None if it cannot be told, or has more decimals than there are `places`."""
    text = text.strip()
    for sign, pattern in _THOUSANDS.items():
        if text.isascii() and pattern.fullmatch(text):
            text = text.replace(sign, "")
    if _PLAIN.fullmatch(text) is None:
        return None
    number = Decimal(text.replace(",", "."))
    return number if number == round(number, places) else None


def as_typed_here(text: str) -> str:
    """A number that is kept with a point, as a reader of the active language would type it; any other text
    as it is."""
    return text.replace(".", get_format("DECIMAL_SEPARATOR")) if _KEPT.fullmatch(text) else text
