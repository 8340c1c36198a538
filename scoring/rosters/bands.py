"""A page of a roster as bands of one degree each, and where on it somebody stands.

Invariants: the order of the roster stays; nothing here reads the database but `own_row`, for whoever asks.
Terms: band (the lines of one degree that stand on a page; its sums are those of the whole degree).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from sanctioning.people.models.person import Person
from scoring.rosters.models import Roster
from scoring.rosters.selectors.kept_lines import place_on
from scoring.rosters.selectors.rosters import PAGE, DegreeTotal, RosterDetail, RosterRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    total: DegreeTotal
    rows: tuple[RosterRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRow:
    """`page` is that of the whole roster on which the row stands; `place` counts those of the degree."""

    page: int
    number: str
    degree: str
    place: int
    players: int


def bands(roster: RosterDetail) -> Iterator[Band]:
    totals = {total.degree: total for total in roster.totals}
    for degree, rows in groupby(roster.rows, key=lambda row: row.degree):
        yield Band(total=totals[degree], rows=tuple(rows))


def own_row(roster: Roster, asker: Person | None) -> OwnRow | None:
    """None for whoever is not on the roster. One query for whoever is signed in."""
    placed = place_on(roster, asker.identity.number) if asker else None
    if placed is None:
        return None
    return OwnRow(
        page=placed.before // PAGE + 1,
        number=placed.line.number,
        degree=placed.line.degree,
        place=placed.place,
        players=placed.players,
    )
