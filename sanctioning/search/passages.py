"""Passages of a text that are found by their words: parts of a page, each under its head.

A word that was typed must begin one of the passage. What stands in the head counts more than what stands
below it, and a word that few passages have more than one that many have.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from sanctioning.identity.found_by import words_of
from sanctioning.search.registry import Hit, Kind, Question

IN_HEAD: Final = 8
"""A word in the head of a passage counts as often as so many below it."""
EVERYWHERE: Final = 0.25
"""What share of the passages have a word that tells none apart ("the"), at most."""
FEW: Final = 20
"""Among fewer passages every word tells them apart."""
SHORTEST_BEGUN: Final = 3
SHORTEST_MISSPELT: Final = 4
MOST_OF_WORDS: Final = 0.6
"""Of what the words of a question tell, the share that is there, at least."""
NEAR: Final = 0.7
"""How much of a word is right, at least, where somebody misspelt it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """`said` is the page that it is of."""

    head: str
    path: str
    said: str = ""
    text: str = ""

    @property
    def hit(self) -> Hit:
        return Hit(title=self.head, path=self.path, said=self.said)


class Passages:
    """Passages with an index of their words, made once and asked often."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._passages = tuple(passages)
        self._weights: dict[str, Counter[int]] = defaultdict(Counter)
        for place, passage in enumerate(self._passages):
            for word in words_of(passage.head):
                self._weights[word][place] += IN_HEAD
            for word in words_of(f"{passage.said} {passage.text}"):
                self._weights[word][place] += 1
        self._vocabulary = sorted(self._weights)

    def with_every(self, words: Sequence[str]) -> list[Hit]:
        """The likeliest first."""
        weights = [self._weights_of(word) for word in words]
        telling = [found for found in weights if not self._is_everywhere(found)]
        return self._likeliest(telling, set.intersection(*map(set, telling)) if telling else set())

    def nearest(self, words: Sequence[str]) -> list[Hit]:
        """Those that have most of the words, by how rare these are; a word that no passage has is read as the
        one that is spelt most like it."""
        meant = [word if self._weights_of(word) else self._spelt_like(word) for word in words]
        if None in meant:
            return []
        weights = [self._weights_of(word) for word in meant if word]
        share: dict[int, float] = defaultdict(float)
        for found in weights:
            for place in found:
                share[place] += self._rarity(found)
        enough = MOST_OF_WORDS * sum(map(self._rarity, weights))
        return self._likeliest(weights, [place for place in share if share[place] >= enough])

    def _likeliest(self, weights: Sequence[Counter[int]], places: Collection[int]) -> list[Hit]:
        worth = {place: sum(self._worth(found, place) for found in weights) for place in places}
        likeliest = sorted(places, key=lambda place: (-worth[place], place))
        return [self._passages[place].hit for place in likeliest]

    def _weights_of(self, word: str) -> Counter[int]:
        """By place; of all words that begin so."""
        together = Counter[int]()
        for own in self._begun_by(word):
            together.update(self._weights[own])
        return together

    def _begun_by(self, word: str) -> Iterator[str]:
        if len(word) < SHORTEST_BEGUN:
            yield from [word] if word in self._weights else []
            return
        start = bisect_left(self._vocabulary, word)
        for own in self._vocabulary[start:]:
            if not own.startswith(word):
                return
            yield own

    def _spelt_like(self, word: str) -> str | None:
        """Empty for a short word, which tells little; none where no word is spelt so."""
        if len(word) < SHORTEST_MISSPELT:
            return ""
        best = extractOne(word, self._vocabulary, scorer=OSA.normalized_similarity, score_cutoff=NEAR)
        return best[0] if best else None

    def _is_everywhere(self, weights: Counter[int]) -> bool:
        return len(self._passages) >= FEW and len(weights) > EVERYWHERE * len(self._passages)

    def _rarity(self, weights: Counter[int]) -> float:
        return math.log(1 + len(self._passages) / len(weights))

    def _worth(self, weights: Counter[int], place: int) -> float:
        return self._rarity(weights) * weights[place] / (weights[place] + IN_HEAD / 2)


def kind_of_passages(*, title: str, passages: Callable[[Question], Passages]) -> Kind:
    """A kind whose things are passages: those that the asker may read."""
    return Kind(
        title=title,
        find=lambda question: passages(question).with_every(question.words)[: question.most + 1],
        nearest=lambda question: passages(question).nearest(question.words)[: question.most],
    )
