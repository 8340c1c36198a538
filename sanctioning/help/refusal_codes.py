"""What each code of a refusal means, read from docs/refusals.md once in a process.

Purpose: the `type` of every problem document (RFC 9457) leads to the page of its code.
Terms: meaning (one sentence that is said with a code, its status and its remedy). What is only known when it
is refused, a code or a part of one, is written `…` in the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Final

from markdown_it import MarkdownIt

from sanctioning.help.guides import FOLDER

OF_THE_FRAMEWORK: Final = {
    "authentication-failed": HTTPStatus.UNAUTHORIZED,
    "method-not-allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "not-acceptable": HTTPStatus.NOT_ACCEPTABLE,
    "not-authenticated": HTTPStatus.UNAUTHORIZED,
    "parse-error": HTTPStatus.BAD_REQUEST,
    "permission-denied": HTTPStatus.FORBIDDEN,
    "throttled": HTTPStatus.TOO_MANY_REQUESTS,
    "unsupported-media-type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
}
"""Django REST framework says these before any code of ours."""
UNKNOWN: Final = "…"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Meaning:
    """`status` is empty where it depends on what is refused, and so are the words."""

    code: str
    status: str
    sentence: str
    remedy: str


@cache
def meanings() -> tuple[Meaning, ...]:
    """Every code with each sentence that is said with it, by code."""
    return tuple(sorted({*_listed(), *_of_the_framework()}))


def meanings_of(code: str) -> tuple[Meaning, ...]:
    """What a code means; empty where nothing is refused with it."""
    written = tuple(meaning for meaning in meanings() if meaning.code == code)
    return written or tuple(
        meaning
        for meaning in meanings()
        if UNKNOWN in meaning.code and re.fullmatch(_pattern(meaning.code), code)
    )


def _pattern(code: str) -> str:
    return "[a-z-]+".join(map(re.escape, code.split(UNKNOWN)))


def _of_the_framework() -> Iterator[Meaning]:
    for code, status in OF_THE_FRAMEWORK.items():
        yield Meaning(code=code, status=str(int(status)), sentence=f"{status.description}.", remedy="")


def _listed() -> Iterator[Meaning]:
    text = (FOLDER / "refusals.md").read_text(encoding="utf-8")
    cells: list[str] = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "tr_open":
            cells = []
        elif token.type == "inline":
            cells.append("".join(child.content for child in token.children or []))
        elif token.type == "tr_close" and cells[0] != "Code":
            code, status, sentence, remedy, _module = cells
            yield Meaning(code=code, status=_said(status), sentence=_said(sentence), remedy=_said(remedy))


def _said(cell: str) -> str:
    """With `‹person›` for what is filled in, as people write it."""
    return "" if cell == UNKNOWN else re.sub(r"%\((\w+)\)s", r"‹\1›", cell)
