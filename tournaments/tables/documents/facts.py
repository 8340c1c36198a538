"""What the papers of a table say, as frozen data: its scoresheet and its card.

The one door between the database and these papers; it stands apart from what draws them, so that a page may
compare what would be printed without loading the press.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPlayer:
    """Who sits in a seat, clockwise; empty on a blank sheet."""

    name: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A stanza; `cards` None where it is to be written, `dealer` the place of a player from 0 or None."""

    number: int
    cards: int | None = None
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFacts:
    """What a scoresheet says; `address` is the page where the filled sheet is typed in, "" for a blank;
    `table` is of a group (`is_group`) the game."""

    event: str = ""
    club: str = ""
    place: str = ""
    when: str = ""
    table: str = ""
    game: str = ""
    round: str = ""
    ends: str = ""
    sanction: str = ""
    acting_executor: str = ""
    scorekeeper: str = ""
    address: str = ""
    is_group: bool = False
    players: tuple[SheetPlayer, ...]
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFacts:
    """What a table card says. `pad` is the private address that opens the scorekeeper's pad, "" where
    whoever has the card printed may not have it; `board` is the table's public page; `table` is of a group
    (`is_group`) the game."""

    event: str
    club: str
    place: str
    when: str
    table: str
    game: str
    round: str
    ends: str
    sanction: str
    acting_executor: str
    scorekeeper: str
    first_dealer: str
    seats: tuple[str, ...]
    pad: str = ""
    board: str = ""
    is_group: bool = False
