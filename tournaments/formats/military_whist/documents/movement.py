"""The papers of Military Whist: the leader's movement with its proof, and a large sheet for each table.

Invariant: the same facts give the same bytes; nothing on them is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sanctioning.kit.press.press import suit_paths
from tournaments.formats.military_whist.documents.facts import MovementFacts
from tournaments.papers.printing import printed

MOST_IN_A_COLUMN: Final = 25
COLUMNS: Final = 2
NO_TRUMP: Final = "NT"
RED: Final = ("H", "D")


def movement_pdf(facts: MovementFacts, title: str, identifier: str) -> bytes:
    """For the leader: every hand, and after it the proof of how the teams meet."""
    trumps = [trump_drawn(trump) for trump in facts.trumps]
    return _printed("movement.html", facts, title, identifier, pages=_pages(facts.hands), trumps=trumps)


def tables_pdf(facts: MovementFacts, title: str, identifier: str) -> bytes:
    """For each table a page: what its pairs do, hand after hand, and what to keep to."""
    tables = [(table, _pages(table.hands)) for table in facts.tables]
    return _printed("movement-table.html", facts, title, identifier, tables=tables)


def _printed(template: str, facts: MovementFacts, title: str, identifier: str, **more: Any) -> bytes:
    return printed(template, "movement.css", title, identifier, facts=facts, **more)


def _pages(hands: Sequence[Any]) -> list[list[list[tuple[Any, str]]]]:
    """The hands with their trumps drawn, in two columns a page, the columns of nearly one length."""
    columns = COLUMNS * max(1, -(-len(hands) // (COLUMNS * MOST_IN_A_COLUMN)))
    each = -(-len(hands) // columns)
    drawn = [(hand, trump_drawn(hand.trump)) for hand in hands]
    cut = [drawn[first : first + each] for first in range(0, len(drawn), each)]
    return [cut[first : first + COLUMNS] for first in range(0, len(cut), COLUMNS)]


def trump_drawn(trump: str) -> str:
    """The suit as it stands on the cards, or the kind of No Trump."""
    if trump.startswith(NO_TRUMP):
        return f'<b class="nt">{trump}</b>'
    colour = "#a3201c" if trump in RED else "#1d1b16"
    path = suit_paths()[trump.lower()]
    return f'<svg class="suit" viewBox="0 0 100 100"><path fill="{colour}" d="{path}"/></svg> <b>{trump}</b>'
