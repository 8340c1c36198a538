"""What a sheet of rules must say: the rows of the rule table that are printed, and the words of each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tests.rules_engine.rule_pages import ROOT

PAGE = ROOT / "docs" / "whist-rules.md"
Sayings = Mapping[str, Sequence[str]]


def rows_printed(letter: str, sheet: str) -> set[str]:
    """The rows of a book that are printed on this sheet, by its function."""
    row = re.compile(rf"^\| ({letter}-\d+) \|.*(?:; |\| )printed on the sheet: [^|]*:{sheet}`", re.MULTILINE)
    return set(row.findall(PAGE.read_text()))


def not_said_once(page: str, sayings: Sayings) -> list[str]:
    """The sayings that a page does not have, or twice, so that one of the two could go unseen."""
    text = " ".join(page.casefold().replace("\u2019", "'").split())
    return [saying for row in sayings.values() for saying in row if text.count(saying) != 1]
