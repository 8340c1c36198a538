"""Lists that go over several pages.

Invariant: a page past the last one is refused, so that a program that asks for one page after the other
comes to an end.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal

FIRST: Final = 1
DIGITS: Final = 18  # more are past the end of any list, and too long to be a number of the database


def pages_of(lines: int, size: int) -> int:
    """On how many pages so many lines stand; one where there is none."""
    return max(FIRST, -(-lines // size))


def page_asked(query: Mapping[str, str]) -> int:
    """The page that a query string names; the first where it names none."""
    text = query.get("page", "")
    if not is_page(text):
        return FIRST
    return int(text) if len(text) <= DIGITS else sys.maxsize


def is_page(text: str) -> bool:
    """Whether a text is the number of a page, on however many a list stands."""
    return text.isascii() and text.isdigit() and bool(text.strip("0"))


def page_among(page: int, pages: int) -> int:
    """The page that was asked for; one past the last is refused."""
    if page > pages:
        raise Refusal(
            code="page-past-end",
            sentence=_("This list has %(last)s pages.") % {"last": pages},
            rule=_("A list has pages from 1 to its last one."),
            remedy=_("Ask for page %(last)s or an earlier one.") % {"last": pages},
            status=404,
            facts={"pages": pages},
        )
    return max(FIRST, page)
