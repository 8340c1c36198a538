"""Days as older records write them: in figures, or with the name of the month in any language of the site."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.dates import MONTHS

from sanctioning.identity.likeness import folded
from sanctioning.kit.clock import today
from scoring.imports.files import MONTH_FIRST

SHORTEST_NAME: Final = 3
EARLIEST_YEAR: Final = 1900
MORE_NAMES: Final = {"jänner": 1, "feber": 2, "maerz": 3, "mrz": 3}
"""What German calls a month besides."""
LETTERS: Final = r"[^\W\d_]"
NAMED: Final = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?[\s.\-/]*({LETTERS}+)[\s.,\-/]*(\d{{4}}|\d\d)")
NAMED_FIRST: Final = re.compile(rf"({LETTERS}+)\.?\s*(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})")
IN_FIGURES: Final = re.compile(r"\d+")


def read_day(text: str, order: str, *, past: bool) -> dt.date | None:
    """The day; None where it is none. A year of two figures is read where it can only be one year of the past
    (`past`), and is `ShortYear` otherwise."""
    year, month, day = _parts(text, order)
    if len(year) == 2:
        years = [century + int(year) for century in (EARLIEST_YEAR, EARLIEST_YEAR + 100)]
        days = [known for full in years if (known := _date(full, month, day)) and known <= today()]
        if not past or len(days) > 1:
            raise ShortYear
        return days[0] if days else None
    return _date(int(year), month, day) if year else None


class ShortYear(Exception):
    """A year of two figures that could be several."""


def _parts(text: str, order: str) -> tuple[str, int, int]:
    """Year, month and day; no year where it is no day."""
    if match := NAMED.fullmatch(text):
        return match[3], month_named(match[2]), int(match[1])
    if match := NAMED_FIRST.fullmatch(text):
        return match[3], month_named(match[1]), int(match[2])
    parts = IN_FIGURES.findall(text)
    if len(parts) < 3 or re.search(r"[A-Za-z]", text.replace("T", "")):
        return "", 0, 0
    if len(parts[0]) == 4:
        return parts[0], int(parts[1]), int(parts[2])
    month_first = order == MONTH_FIRST and "." not in text
    first, second = int(parts[0]), int(parts[1])
    return (parts[2], first, second) if month_first else (parts[2], second, first)


def _date(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def month_named(name: str) -> int:
    """The month whose name begins so in a language of the site; 0 where it is none, or several."""
    return _months().get(folded(name), 0)


@lru_cache(maxsize=1)
def _months() -> dict[str, int]:
    named: defaultdict[str, set[int]] = defaultdict(set)
    for name, month in (*MORE_NAMES.items(), *_month_names()):
        whole = folded(name)
        for length in range(SHORTEST_NAME, len(whole) + 1):
            named[whole[:length]].add(month)
    return {name: next(iter(months)) for name, months in named.items() if len(months) == 1}


def _month_names() -> list[tuple[str, int]]:
    names = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            names += [(str(name), month) for month, name in MONTHS.items()]
    return names
