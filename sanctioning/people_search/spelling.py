"""How alike what somebody typed and a name are spelt, from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rapidfuzz.distance import OSA

NEAR: Final = 0.6
"""How much of a word is right, at least, where somebody misspelt it."""


def likeness(words: Sequence[str], own: Sequence[str]) -> float:
    """How much of the word that is most unlike is right."""
    return min(max(_of_words(word, other) for other in own) for word in words)


def _of_words(word: str, other: str) -> float:
    """Somebody who has not typed to the end may have misspelt the beginning."""
    begun: float = OSA.normalized_similarity(word, other[: len(word)])
    whole: float = OSA.normalized_similarity(word, other)
    return max(whole, 0.9 * begun)
