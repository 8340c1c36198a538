"""What the whole site has of what somebody types, by kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.people.models.person import Person
from sanctioning.people_search.rows import words_to_find
from sanctioning.search.registry import KINDS, Hit, Kind, Question

LONGEST: Final = 200
MOST_ON_PAGE: Final = 10
MOST_OFFERED: Final = 4
"""Of each kind, below the field while somebody types."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundKind:
    """`more` where there are others."""

    kind: str
    title: str
    hits: tuple[Hit, ...]
    more: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """`nearest` where nothing has what was typed, and these are spelt like it; `said` says so."""

    kinds: tuple[FoundKind, ...]
    nearest: bool

    @property
    def said(self) -> str:
        count = sum(len(found.hits) for found in self.kinds)
        if not count:
            return _("Nothing found. Check the spelling, or use fewer words.")
        if self.nearest:
            return _("Nothing has exactly that. The nearest are:")
        if any(found.more for found in self.kinds):
            return _("The first %(count)s results. Another word narrows them down.") % {"count": count}
        return ngettext("%(count)s result", "%(count)s results", count) % {"count": count}

    @property
    def leads_to(self) -> str:
        """The page of the one thing that the text can mean; empty where it may mean others."""
        exact = [hit.path for found in self.kinds for hit in found.hits if hit.exact]
        return exact[0] if len(exact) == 1 else ""


def found_everywhere(*, asker: Person | None, text: str, most: int = MOST_ON_PAGE) -> Found:
    """As far as the asker may open it. About a query a kind; where nothing is found, two more of each."""
    text = text.strip()[:LONGEST]
    question = Question(asker=asker, text=text, words=words_to_find(text), most=most)
    if not question.words:
        return Found(kinds=(), nearest=False)
    kinds = tuple(_of_kinds(question, nearest=False))
    if kinds:
        return Found(kinds=kinds, nearest=False)
    near = tuple(_of_kinds(question, nearest=True))
    return Found(kinds=near, nearest=bool(near))


def _of_kinds(question: Question, *, nearest: bool) -> Iterator[FoundKind]:
    for name, kind in KINDS.items():
        hits = _asked(kind, question, nearest=nearest)
        if hits:
            yield FoundKind(
                kind=name,
                title=str(kind.title),
                hits=tuple(hits[: question.most]),
                more=len(hits) > question.most,
            )


def _asked(kind: Kind, question: Question, *, nearest: bool) -> list[Hit]:
    return kind.nearest(question) if nearest else kind.find(question)
