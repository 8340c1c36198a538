"""The page about undo names tests, pages and code that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.browser.test_asked_once import WAYS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def test_what_the_page_about_undo_names_is_there() -> None:
    page = (DOCS / "undo.md").read_text()
    named = re.findall(r"`(tests/[^`]+)`", page)
    linked = re.findall(r"\]\(([^)#]+)\)", page)
    assert len(named) >= 9
    gone = [name for name in named if not (ROOT / name).exists()]
    gone += [name for name in linked if not (DOCS / name).exists()]
    assert gone == []


def test_every_page_that_asks_first_is_on_the_page_about_undo_and_reached_in_the_browser() -> None:
    asked = sorted({re.sub(r"%\(\w+\)s", "…", title) for title in titles_that_ask()})
    assert len(asked) >= 12
    section = (DOCS / "undo.md").read_text().partition("## What asks first")[2].partition("\n## ")[0]
    assert sorted(re.findall(r"^\| \*(.+?)\* \|", section, re.MULTILINE)) == asked
    questions = [title for title in WAYS if title.endswith("?")]
    assert sorted(as_listed(title, asked) for title in questions) == asked


def as_listed(title: str, asked: list[str]) -> str:
    """The question as the page has it, with an ellipsis for each name."""
    return next((words for words in asked if re.fullmatch(re.escape(words).replace("…", ".+"), title)), title)


def titles_that_ask() -> Iterator[str]:
    """What the code gives to `Question`, and the templates to components/sure.html."""
    for package in ("sanctioning", "tournaments", "scoring"):
        for module in (ROOT / package).rglob("*.py"):
            text = module.read_text()
            if re.search(
                r"^from sanctioning\.kit\.pages\.asking_first import .*Question", text, re.MULTILINE
            ):
                yield from re.findall(r'\b_(?:lazy)?\(\s*"([^"]+\?)"', text)
    for template in (ROOT / "templates").rglob("*.html"):
        text = template.read_text()
        if "components/sure.html" in text:
            yield from re.findall(r'title=_\("([^"]+\?)"\)', text)
