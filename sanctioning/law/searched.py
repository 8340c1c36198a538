"""The rules of the games in the search of the site: each section of a page of rules by its words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from sanctioning.kit.rule_sheets import RULE_SHEETS, RuleSheet, Section
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.law.whoopie_in_words import whoopie_in_words
from sanctioning.search.passages import Passage, Passages, kind_of_passages

HEADS = ("h2", "h3")


class _Sections(HTMLParser):
    """What stands under each head of a page, with the last id that came before."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[tuple[str, str, list[str]]] = []
        self._anchor = ""
        self._in_head = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in HEADS:
            self._in_head = True
            self._anchor = dict(attrs).get("id") or self._anchor
            self.sections.append(("", self._anchor, []))

    def handle_endtag(self, tag: str) -> None:
        self._in_head = self._in_head and tag not in HEADS

    def handle_data(self, data: str) -> None:
        if not self.sections:
            return
        head, anchor, text = self.sections[-1]
        if self._in_head:
            self.sections[-1] = (f"{head}{data}", anchor, text)
        else:
            text.append(data)


@cache
def _passages(_language: str) -> Passages:
    """In the language that is active."""
    sheets = (passage for sheet in RULE_SHEETS.values() for passage in _of_sheet(sheet))
    return Passages([*_of_whoopie(), *sheets])


def _of_whoopie() -> Iterator[Passage]:
    page = _Sections()
    page.feed(render_to_string("sanctioning/law/rules.html", {**whoopie_in_words(), "layout": "text.html"}))
    for head, anchor, text in page.sections:
        yield Passage(
            head=" ".join(head.split()),
            path=f"{reverse('rules')}#{anchor}",
            said=_("The rules of Whoopie"),
            text=" ".join(text),
        )


def _of_sheet(sheet: RuleSheet) -> Iterator[Passage]:
    for section in sheet.sections:
        yield Passage(
            head=str(section.title),
            path=reverse("game-rules", args=[sheet.format]),
            said=str(sheet.name),
            text=_text_of(section),
        )


def _text_of(section: Section) -> str:
    return " ".join(str(point.words) for point in section.points)


RULES = kind_of_passages(title=_lazy("Rules"), passages=lambda _question: _passages(get_language() or ""))
