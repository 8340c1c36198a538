"""Papers of Military Whist for people alone: table signs, large cards, slips for flags and for the play-off,
what to keep to.

Invariant: the same facts give the same bytes; nothing on them is computed here.
Rule section: 3a (numbered tables), 3b, 5 and the last line (flags counted, in fives), courtesies, 9b to 9i.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tournaments.formats.military_whist.documents.facts import MovementFacts, PlayOffFacts, TableFacts
from tournaments.formats.military_whist.documents.movement import trump_drawn
from tournaments.formats.military_whist.documents.rules import SHEET
from tournaments.papers.printing import printed

SLIPS_A_PAGE: Final = 4
Card = tuple[TableFacts, int, int, list[tuple[Any, str]]]


def signs_pdf(facts: MovementFacts, title: str, identifier: str) -> bytes:
    """A sign for each table, two on a page."""
    return _printed("whist-signs.html", facts, title, identifier)


def rotation_pdf(facts: MovementFacts, title: str, identifier: str) -> bytes:
    """For each table a page of each session, in large type."""
    cards = [card for table in facts.tables for card in _cards(table)]
    return _printed("whist-rotation.html", facts, title, identifier, cards=cards)


def flag_slips_pdf(facts: MovementFacts, title: str, identifier: str) -> bytes:
    """For each day a slip of each table, on which its flags are counted and checked."""
    days = sorted({begins[0] for hand in facts.hands if (begins := hand.begins) is not None})
    slips = [(table, day) for day in days for table in facts.tables]
    pages = [slips[first : first + SLIPS_A_PAGE] for first in range(0, len(slips), SLIPS_A_PAGE)]
    return _printed("whist-flags.html", facts, title, identifier, pages=pages)


def courtesies_pdf(facts: MovementFacts, title: str, identifier: str) -> bytes:
    """One page to hang up: courtesies, the deal, misdeals, what follows when something goes wrong."""
    return _printed("whist-courtesies.html", facts, title, identifier, sheet=SHEET)


def play_off_pdf(facts: PlayOffFacts, title: str, identifier: str) -> bytes:
    """A page for each draw and each extra hand of a tie."""
    return _printed("whist-play-off.html", facts, title, identifier)


def _cards(table: TableFacts) -> Iterator[Card]:
    """The hands of each session of a table."""
    card: Card | None = None
    for hand in table.hands:
        if hand.begins is not None:
            if card is not None:
                yield card
            card = (table, *hand.begins, [])
        if card is not None:
            card[3].append((hand, trump_drawn(hand.trump)))
    if card is not None:
        yield card


def _printed(
    template: str, facts: MovementFacts | PlayOffFacts, title: str, identifier: str, **more: Any
) -> bytes:
    return printed(template, "whist-papers.css", title, identifier, facts=facts, **more)
