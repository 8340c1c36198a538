"""How facts are put into words on paper."""

from __future__ import annotations

from decimal import Decimal

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import override

PLACES = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def tenths(value: Decimal) -> str:
    """Points with one place: 1,204.6."""
    return f"{value:,.1f}"


def place(value: int) -> str:
    return PLACES[value] if 0 < value < len(PLACES) else f"{value}th"


def place_short(value: int) -> str:
    """1st, 2nd; certificates are in English."""
    with override("en"):
        return str(ordinal(value))


def count(value: int) -> str:
    return COUNTS[value] if 0 <= value < len(COUNTS) else str(value)


def points(value: Decimal, card_game: str) -> str:
    return f"{card_game} Rating Point{'' if value == 1 else 's'}"


def name_size(name: str, width: float, largest: float) -> float:
    """A size in points at which the name fits into `width` millimetres of the italic."""
    fits = width / (max(len(name), 1) * 0.43 * 0.3528)
    return round(min(largest, fits), 1)


def size_to_fit(lines: tuple[str, ...], width: float, largest: float) -> float:
    """A size in points at which the longest line fits into `width` millimetres of the roman."""
    longest = max(len(line) for line in lines)
    return round(min(largest, width / (longest * 0.46 * 0.3528)), 1)
