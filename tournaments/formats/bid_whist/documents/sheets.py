"""The papers of Bid Whist: scoresheets of four hands, who plays whom, and a page of rules.

Invariant: the same facts give the same bytes; nothing on them is computed here.
"""

from __future__ import annotations

from typing import Any, Final

from rules_engine.bid_whist.timetable import HANDS
from tournaments.formats.bid_whist.documents.facts import BidFacts
from tournaments.formats.bid_whist.documents.rules import SHEET
from tournaments.papers.printing import printed

CALLS: Final = 4


def sheets_pdf(facts: BidFacts, title: str, identifier: str) -> bytes:
    """A page for each table of the round."""
    return _printed("bid-sheet.html", facts, title, identifier, hands=range(1, HANDS + 1), calls=range(CALLS))


def tables_pdf(facts: BidFacts, title: str, identifier: str) -> bytes:
    """The tables of the round, for the wall."""
    return _printed("bid-tables.html", facts, title, identifier)


def rules_pdf(facts: BidFacts, title: str, identifier: str) -> bytes:
    """What is for people alone, for the wall or the table."""
    return _printed("bid-rules.html", facts, title, identifier, sheet=SHEET)


def _printed(template: str, facts: BidFacts, title: str, identifier: str, **more: Any) -> bytes:
    return printed(template, "whist-sheets.css", title, identifier, facts=facts, **more)
