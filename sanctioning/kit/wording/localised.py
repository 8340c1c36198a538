"""Days, points, money and places in the reader's language, for pages, refusals and letters.

Purpose: what a person reads goes by the language that is active; papers and frozen rows are worded by
`sanctioning.kit.wording.day_formats` and `sanctioning.kit.money`, the same in every language, and programs
read ISO days and numbers with a point.
Invariant: nothing here rounds; what comes in is shown with the places that it has by rule.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any, cast

from django.utils.dates import MONTHS, MONTHS_3
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy, pgettext_lazy

from sanctioning.kit.clock import authority_zone
from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.money import HUNDREDTH


def lazily(text: str) -> str:
    """A text marked where a module is read, and said in the language that is active when it is shown."""
    return cast(str, gettext_lazy(text))


def lazily_as(meaning: str, text: str) -> str:
    """A text as `lazily` marks it, which has several meanings and is here meant so."""
    return cast(str, pgettext_lazy(meaning, text))


def filled(words: str, **facts: object) -> str:
    """A text marked by `lazily`, with what it speaks of; put together when it is shown. A fact that is a
    function is asked then, so that days and figures too are in the reader's language."""

    def in_words() -> str:
        return str(words) % {name: fact() if callable(fact) else fact for name, fact in facts.items()}

    return lazy(in_words, str)()


# Translators: how a day is written, "12 November 1966".
DAY = lazily("%(day)s %(month)s %(year)s")
# Translators: a day without its year, "30 April".
DAY_OF_MONTH = lazily("%(day)s %(month)s")
# Translators: several days of one month, "12–14 November 1966".
DAYS_OF_ONE_MONTH = lazily("%(first)s–%(last)s %(month)s %(year)s")
# Translators: an amount of money, "GBP 1,204.50", with a space that does not break.
AMOUNT = lazily("%(currency)s\u00a0%(amount)s")
MINUS = "−"


def day(value: dt.date | dt.datetime | None) -> str:
    """12 November 1966; of a moment, the day where the authority sits."""
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        value = value.astimezone(authority_zone())
    return DAY % {"day": value.day, "month": MONTHS[value.month], "year": value.year}


def day_short(value: dt.date) -> str:
    """12 Nov 1966."""
    return DAY % {"day": value.day, "month": str(MONTHS_3[value.month]).capitalize(), "year": value.year}


def day_of_month(value: dt.date) -> str:
    """12 November."""
    return DAY_OF_MONTH % {"day": value.day, "month": MONTHS[value.month]}


def days(first: dt.date, last: dt.date) -> str:
    """12 November 1966, or 12–14 November 1966, or 30 April – 2 May 1966."""
    if first == last:
        return day(first)
    if (first.year, first.month) == (last.year, last.month):
        named = {"first": first.day, "last": last.day, "month": MONTHS[last.month], "year": last.year}
        return DAYS_OF_ONE_MONTH % named
    begins = day_of_month(first) if first.year == last.year else day(first)
    return f"{begins} – {day(last)}"


def tenths(value: Decimal) -> str:
    """Points with one place, always."""
    return _number(value, 1)


def whole(value: int) -> str:
    """1,204."""
    return _number(value, 0)


def money(value: Any) -> str:
    """GBP 1,204.50; less than nothing with a true minus sign."""
    amount = Decimal(value).quantize(HUNDREDTH)
    shown = f"{MINUS if amount < 0 else ''}{_number(abs(amount), 2)}"
    return AMOUNT % {"currency": authority().currency, "amount": shown}


def _number(value: Decimal | int, places: int) -> str:
    return number_format(value, decimal_pos=places, use_l10n=True, force_grouping=True)
