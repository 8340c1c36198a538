"""Lists that are read whole and narrowed by what somebody types."""

from __future__ import annotations

from typing import Final

LONG: Final = 20
"""So many lines are looked through; of more some are found."""


def says_all(text: str, words: str) -> bool:
    """Whether each of the words stands in a text, in any case."""
    told = text.casefold()
    return all(word in told for word in words.casefold().split())
