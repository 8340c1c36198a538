"""The page about undo names tests, pages and code that exist."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_what_the_page_about_undo_names_is_there() -> None:
    page = (DOCS / "undo.md").read_text()
    named = re.findall(r"`(tests/[^`]+)`", page)
    linked = re.findall(r"\]\(([^)#]+)\)", page)
    assert len(named) >= 9
    gone = [name for name in named if not (DOCS.parent / name).exists()]
    gone += [name for name in linked if not (DOCS / name).exists()]
    assert gone == []
