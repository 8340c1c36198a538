"""What the papers of Bid Whist say, before they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.display.team_sheet_facts import TeamSheetFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class BidFacts:
    """The round that was drawn last, of so many; of each table the team that stays comes first, and `guests`
    are the tables whose second team is picked to play the odd one, for nothing, and moves or stays as at its
    own table. Once the playoff is on,
    `sheets` may be those of its matches instead."""

    event: str
    place: str
    when: str
    round: int
    rounds: int
    sheets: Sequence[TeamSheetFacts]
    guests: Sequence[int]
    field: int
