"""The guides, read from their Markdown once in a process. Each is written in English, some in other languages
too, in a folder of that language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.urls import get_script_prefix, reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.token import Token

from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.search.passages import Passage

FOLDER: Final = Path(settings.BASE_DIR) / "docs"
GUIDES: Final = {
    "players": _lazy("Calendar and results, your own page, certificates, messages, appeals, practice."),
    "scorekeepers": _lazy("The pad at the table, also without a network."),
    "clubs": _lazy("The page of a club, its account and its people."),
    "directors": _lazy("An event from its application to the last table."),
    "papers": _lazy("Scoresheets to print, type in or send as a file."),
    "undo": _lazy("What can be taken back, where, and until when."),
    "executors": _lazy("Findings, certifying, rulings, votes and appeals."),
    "registrars": _lazy("Recording certificates, rosters, people and their records."),
    "managing-executor": _lazy("The law, sanctions, offices, and how the books are proved."),
    "fees": _lazy("Invoices, payments, credit and refunds."),
    "importing": _lazy("Bringing the past from a spreadsheet."),
    "searching": _lazy("What the search finds, and for whom."),
    "api": _lazy("Tokens, addresses, keys and errors, for people who write programs."),
    "glossary": _lazy("The words of the rules and of this site."),
}
"""By the name of the file, what each is about."""
ENGLISH: Final = "en"
MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
LINK_TO_FILE: Final = re.compile(r"(?P<name>[a-z-]+)\.md(?P<anchor>#.*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """`language` is that in which it is written."""

    slug: str
    language: str
    title: str
    body: SafeString
    passages: tuple[Passage, ...]


def guide(slug: str) -> Guide:
    """One of `GUIDES`, in the language of the reader where it is written in that."""
    language = (get_language() or ENGLISH).partition("-")[0]
    return guide_in(language if _is_written_in(language, slug) else ENGLISH, slug)


@cache
def _is_written_in(language: str, slug: str) -> bool:
    return _file_of(language, slug).exists()


def _file_of(language: str, slug: str) -> Path:
    return (FOLDER if language == ENGLISH else FOLDER / language) / f"{slug}.md"


def _read(language: str, slug: str) -> list[Token]:
    return MARKDOWN.parse(_file_of(language, slug).read_text(encoding="utf-8"))


@cache
def guide_in(language: str, slug: str) -> Guide:
    """Its parts are named after the English heads in every language, so that a link leads to each."""
    tokens = _read(language, slug)
    title = _text_of(tokens[1])
    english = tokens if language == ENGLISH else _read(ENGLISH, slug)
    _name_parts(tokens, [_head_at(english, place) for place in _places_of_heads(english)])
    for token in tokens:
        _lead_links_to_pages(token.children or [])
    return Guide(
        slug=slug,
        language=language,
        title=title,
        body=mark_safe(MARKDOWN.renderer.render(tokens[3:], MARKDOWN.options, {})),
        passages=tuple(_passages(slug, title, tokens)),
    )


def path_of(slug: str) -> str:
    """The same from everywhere, since guides are kept: also within a practice event, whose addresses begin
    with its own."""
    return "/" + reverse("guide", args=[slug]).removeprefix(get_script_prefix())


def _name_parts(tokens: Sequence[Token], heads: Sequence[str]) -> None:
    """An id for every head, and for every point of a list that begins with its name in bold."""
    taken = Counter[str]()
    for place, head in zip(_places_of_heads(tokens), heads, strict=True):
        name = slugify(head) or "part"
        taken[name] += 1
        tokens[place].attrSet("id", name if taken[name] == 1 else f"{name}-{taken[name]}")


def _places_of_heads(tokens: Sequence[Token]) -> list[int]:
    return [place for place in range(len(tokens)) if _head_at(tokens, place)]


def _head_at(tokens: Sequence[Token], place: int) -> str:
    """Empty where no passage begins."""
    token = tokens[place]
    if token.type == "heading_open":
        return _text_of(tokens[place + 1])
    if token.type == "list_item_open" and tokens[place + 2].type == "inline":
        parts = tokens[place + 2].children or []
        if len(parts) > 2 and parts[0].content == "" and parts[1].type == "strong_open":
            parts = parts[1:]
        if len(parts) > 2 and parts[0].type == "strong_open":
            return parts[1].content.rstrip(".")
    return ""


def _passages(slug: str, title: str, tokens: Sequence[Token]) -> Iterator[Passage]:
    head, anchor, text = title, "", list[str]()
    for place, token in enumerate(tokens):
        if begun := _head_at(tokens, place):
            if text:
                yield _passage(slug, title, head, anchor, text)
            head, anchor, text = begun, str(token.attrGet("id")), []
        elif token.type == "inline":
            text.append(_text_of(token))
    yield _passage(slug, title, head, anchor, text)


def _passage(slug: str, title: str, head: str, anchor: str, text: Sequence[str]) -> Passage:
    whole = head == title
    return Passage(
        head=head,
        path=path_of(slug) if whole else f"{path_of(slug)}#{anchor}",
        said="" if whole else title,
        text=" ".join(text),
    )


def _text_of(inline: Token) -> str:
    children = inline.children or []
    return "".join(" " if child.type == "softbreak" else child.content for child in children)


def _lead_links_to_pages(parts: Sequence[Token]) -> None:
    """What leads to a file that is no page stays as words."""
    kept = True
    for part in parts:
        if part.type == "link_open":
            link = LINK_TO_FILE.fullmatch(str(part.attrGet("href")))
            kept = link is not None and link["name"] in GUIDES
            if link is not None and kept:
                part.attrSet("href", path_of(link["name"]) + (link["anchor"] or ""))
        if part.type in ("link_open", "link_close") and not kept:
            part.type, part.tag, part.nesting = "text", "", 0
