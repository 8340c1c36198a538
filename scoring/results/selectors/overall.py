"""What everybody brought together over the games of one event; for information, no points follow from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol


class Placed(Protocol):
    """What is needed of one player's place in a certified game."""

    @property
    def name(self) -> str: ...
    @property
    def number(self) -> str: ...
    @property
    def score(self) -> int: ...
    @property
    def points(self) -> Decimal: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class OverallLine:
    """Certified games, the sum of their final scores, and of the rating points won in them."""

    name: str
    number: str
    games: int
    score: int
    points: Decimal


def overall(games: Iterable[Iterable[Placed]]) -> tuple[OverallLine, ...]:
    """Most points first, then the higher sum of scores; nothing where only one game is certified."""
    certified = [placings for placings in map(tuple, games) if placings]
    if len(certified) < 2:
        return ()
    of_player: dict[str, list[Placed]] = {}
    for placings in certified:
        for placing in placings:
            of_player.setdefault(placing.number, []).append(placing)
    lines = [
        OverallLine(
            name=placed[0].name,
            number=number,
            games=len(placed),
            score=sum(placing.score for placing in placed),
            points=sum((placing.points for placing in placed), Decimal("0.0")),
        )
        for number, placed in of_player.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.points, -line.score, line.name)))
