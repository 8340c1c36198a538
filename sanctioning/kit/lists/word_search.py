"""Lists that are read whole and narrowed by what somebody types."""

from __future__ import annotations

from typing import Final

from sanctioning.people.models.person import LONGEST_NAME

LONG: Final = 20
"""So many lines are looked through; of more some are found."""


MOST_WORDS = 6


def says_all(text: str, words: str) -> bool:
    """Whether each of the words stands in a text, in any case."""
    folded = text.casefold()
    return all(word in folded for word in words.casefold().split())


def words_sought(search: str) -> list[str]:
    """The words of a search that are looked for; one longer than any name is cut and still names nobody."""
    return [word[: LONGEST_NAME + 1] for word in search.split()[:MOST_WORDS]]
