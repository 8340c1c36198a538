"""The cards that stand on the tables: who sits where, how the game ends, and the way to the pad.

Invariant: the same facts give the same bytes. Two cards to a sheet of A4, to be cut in the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sanctioning.kit.qr_codes import qr_on_paper
from tournaments.papers.printing import printed
from tournaments.tables.documents.facts import CardFacts

MOST_IN_A_COLUMN: Final = 5


def table_cards_pdf(cards: Sequence[CardFacts], title: str, identifier: str) -> bytes:
    """All cards of a round or an event."""
    drawn = [
        {
            "facts": card,
            "pad": qr_on_paper(card.pad) if card.pad else "",
            "board": qr_on_paper(card.board) if card.board else "",
            "many": len(card.seats) > MOST_IN_A_COLUMN,
            "halves": _halves(card.seats),
        }
        for card in cards
    ]
    leaves = [drawn[first : first + 2] for first in range(0, len(drawn), 2)]
    return printed("table-card.html", "table-card.css", title, identifier, leaves=leaves)


def _halves(seats: Sequence[str]) -> list[list[tuple[int, str]]]:
    """The numbered seats in one column, or in two of which the first is never the shorter."""
    numbered = list(enumerate(seats, start=1))
    columns = 1 if len(seats) <= MOST_IN_A_COLUMN else 2
    each = -(-len(seats) // columns) or 1
    return [numbered[first : first + each] for first in range(0, len(seats), each)]
