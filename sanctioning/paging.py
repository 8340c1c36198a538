"""Lists that go over several pages."""

from __future__ import annotations

from collections.abc import Mapping


def pages_of(found: int, size: int) -> int:
    """On how many pages so many lines stand; one where there is none."""
    return max(1, -(-found // size))


def page_asked(asked: Mapping[str, str]) -> int:
    """The page that a query string names; the first where it names none."""
    text = asked.get("page", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 1
