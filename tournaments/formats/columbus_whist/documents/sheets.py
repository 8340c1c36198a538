"""The papers of Columbus Whist: scoresheets with lines for the hands, and a page of the rules of the table.

Invariant: the same facts give the same bytes; nothing on them is computed here.
"""

from __future__ import annotations

from typing import Any, Final

from tournaments.formats.columbus_whist.documents.facts import ColumbusFacts
from tournaments.formats.columbus_whist.documents.rules import SHEET
from tournaments.formats.columbus_whist.sheets.fields import ENDINGS
from tournaments.papers.printing import printed

HANDS: Final = 14
"""Lines for hands on a sheet; a longer game goes on overleaf."""
WRONG: Final = 3


def sheets_pdf(facts: ColumbusFacts, title: str, identifier: str) -> bytes:
    """A page for each table of the game."""
    lines = {"hands": range(1, HANDS + 1), "wrong": range(WRONG), "ends": [words for _end, words in ENDINGS]}
    return _printed("columbus-sheet.html", facts, title, identifier, **lines)


def rules_pdf(facts: ColumbusFacts, title: str, identifier: str) -> bytes:
    """One page for the wall or the table."""
    return _printed("columbus-rules.html", facts, title, identifier, sheet=SHEET)


def _printed(template: str, facts: ColumbusFacts, title: str, identifier: str, **more: Any) -> bytes:
    return printed(template, "whist-sheets.css", title, identifier, facts=facts, **more)
