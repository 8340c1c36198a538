"""What a scoresheet says of a table at which two teams meet, before it is printed."""

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
class TeamSheetFacts:
    """A table with its two teams; of a team that sits out there is no sheet. `stage` is that of a play-off,
    "" in a round; `table` is then the number of the match, 0 where there is but one."""

    table: int
    sides: tuple[SideFacts, SideFacts]
    stage: str = ""
