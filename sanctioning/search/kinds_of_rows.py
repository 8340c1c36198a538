"""A kind whose things are rows with a `FoundBy` field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db.models import Model, QuerySet

from sanctioning.people_search.rows import nearest, with_every_word
from sanctioning.people_search.word_lookups import holds_any
from sanctioning.search.registry import Hit, Kind, Question

Row = TypeVar("Row", bound=Model)


def kind_of_rows(
    *,
    title: str,
    rows: Callable[[Question], QuerySet[Row]],
    hit: Callable[[Question, Row], Hit],
    order: Sequence[str],
    joined: Sequence[str] = (),
) -> Kind:
    """`rows` are those that the asker may open; `hit` reads of a row what is `joined` too. The name of a club
    alone finds the club, and not everything that is of it."""

    def find(question: Question) -> list[Hit]:
        own = rows(question).filter(holds_any(question.words))
        matches = with_every_word(own, question.words, order=order, most=question.most + 1, joined=joined)
        return [hit(question, row) for _unlike, row in matches]

    def find_nearest(question: Question) -> list[Hit]:
        near = nearest(rows(question), question.words, order=_by_name, most=question.most, joined=joined)
        return [hit(question, row) for row in near]

    return Kind(title=title, find=find, nearest=find_nearest)


def _by_name(row: Model) -> tuple[str, ...]:
    return (str(row),)
