"""Rows of any model with a `FoundBy` field, as they are found by what somebody types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, Final, TypeVar

from django.db import models, transaction
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.db.models.expressions import Combinable

from sanctioning.identity.found_by import words_sought
from sanctioning.kit.lists.word_search import MOST_WORDS
from sanctioning.people_search.spelling import NEAR, likeness
from sanctioning.people_search.word_lookups import (
    SHORTEST,
    begins_with_letters,
    saying_how_alike,
    says_every,
    spelt_like_every,
)

CANDIDATES: Final = 200
WHOLE, BEGUN, INSIDE = 0, 1, 2
Row = TypeVar("Row", bound=models.Model)


def words_to_find(text: str) -> tuple[str, ...]:
    """Empty where nothing that was typed tells rows apart."""
    words = words_sought(text)[:MOST_WORDS]
    return words if any(map(begins_with_letters, words)) else ()


def with_every_word(
    rows: QuerySet[Row], words: Sequence[str], *, order: Sequence[str], most: int, joined: Sequence[str] = ()
) -> list[tuple[int, Row]]:
    """Those of `rows` that have every word, each with how unlike its words are: whole words first, then those
    that begin so. What is `joined` is read of the few that are found, so they are chosen in the same query
    before anything is joined to them."""
    unlike: Combinable = Value(0, output_field=IntegerField())
    for word in words:
        unlike = unlike + Case(
            When(found_by__contains=f" {word} ", then=Value(WHOLE)),
            When(found_by__contains=f" {word}", then=Value(BEGUN)),
            default=Value(INSIDE),
        )
    chosen = rows.filter(says_every(words)).order_by(unlike, *order).values("pk")[:most]
    matches = rows.model._default_manager.filter(pk__in=chosen).select_related(*joined).order_by(*order)
    own_words = [(sum(_unlike(word, _words_of(row)) for word in words), row) for row in matches]
    return sorted(own_words, key=itemgetter(0))


@transaction.atomic(savepoint=False)
def nearest(
    rows: QuerySet[Row],
    words: Sequence[str],
    *,
    order: Callable[[Row], tuple[str, ...]],
    most: int,
    joined: Sequence[str] = (),
) -> list[Row]:
    """Those whose words are spelt most like these, where none has them. Two queries."""
    spelt = [word for word in words if len(word) >= SHORTEST]
    if not spelt:
        return []
    saying_how_alike()
    candidates = rows.filter(spelt_like_every(spelt)).select_related(*joined).order_by()[:CANDIDATES]
    alike = {row: likeness(words, _words_of(row).split()) for row in candidates}
    near = [row for row in candidates if alike[row] >= NEAR]
    return sorted(near, key=lambda row: (-alike[row], *order(row)))[:most]


def _unlike(word: str, own: str) -> int:
    if f" {word} " in own:
        return WHOLE
    return BEGUN if f" {word}" in own else INSIDE


def _words_of(row: Any) -> str:
    words: str = row.found_by
    return words
