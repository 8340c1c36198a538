"""What stands on a paper that was printed, read from its PDF."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pypdfium2


def words_of(pdf: bytes) -> list[str]:
    """The words of each page."""
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        return [page.get_textpage().get_text_range() for page in document]


def lines_of(page: str) -> list[str]:
    """The lines of a page, with one space between words; a line for each row of a table."""
    return [" ".join(line.split()) for line in page.splitlines() if line.strip()]


def said_on(page: str) -> str:
    """A page as one line, as it is read aloud: in small letters, whatever line a sentence ends on."""
    return " ".join(page.casefold().replace("\u2019", "'").split())


def rows_under(page: str, heading: str) -> list[str]:
    """The numbered rows of a page from its first heading on, in their order."""
    lines = lines_of(page)
    assert heading in lines, f"{heading!r} does not stand on {lines[:8]}"
    return [line for line in lines[lines.index(heading) :] if line.split()[0].isdecimal()]


def in_order(page: str, words: Sequence[str]) -> bool:
    """Whether all the words stand on a page, one after the other."""
    text, at = said_on(page), 0
    for word in words:
        at = text.find(word.casefold(), at)
        if at < 0:
            return False
        at += len(word)
    return True
