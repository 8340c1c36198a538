"""How days are put into words, on pages and on paper; the same in every locale."""

from __future__ import annotations

from datetime import date

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def english_day(value: date) -> str:
    """12 November 1966, the same in every locale."""
    return f"{value.day} {MONTHS[value.month - 1]} {value.year}"
