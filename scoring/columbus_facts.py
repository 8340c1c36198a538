"""What the papers of Columbus Whist say, before they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SideFacts:
    """A team at its table, with the names of its players, A first."""

    number: int
    name: str
    players: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFacts:
    """A table of the game; of a team that sits out there is no sheet."""

    table: int
    sides: tuple[SideFacts, SideFacts]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumbusFacts:
    """The game that was seated last, of so many."""

    event: str
    club: str
    place: str
    when: str
    game: int
    games: int
    sheets: Sequence[SheetFacts]
    pot: str
