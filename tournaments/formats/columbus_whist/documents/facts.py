"""What the papers of Columbus Whist say, before they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.display.team_sheet_facts import TeamSheetFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumbusFacts:
    """The game that was seated last, of so many; `sheets` are of the play-off instead while one is due."""

    event: str
    place: str
    when: str
    game: int
    games: int
    sheets: Sequence[TeamSheetFacts]
    pot: str
