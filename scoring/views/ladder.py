"""The distance to the next degree, in words and as bars.

The numbers are the engine's (through the selector); here they are only put into words.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from scoring.degrees import full_style
from scoring.selectors.players import PlayerDetail


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    kind: str  # "" for all points, "blue" for blue ones
    held: Decimal
    goal: Decimal


@dataclass(frozen=True, slots=True)
class Ladder:
    sentence: str
    bars: tuple[Bar, ...]


def ladder(player: PlayerDetail) -> Ladder:
    """What is missing to the next degree."""
    if not player.next_degree:
        return Ladder("There is no higher degree.", ())
    points, blue = player.needs_points, player.needs_blue
    if player.recorded.points == 0 and player.sanctioned_games == 0:
        return Ladder("A first sanctioned game makes a Novice of Whoopie.", ())
    bars = [
        Bar("Recorded points", "", player.recorded.points, player.recorded.points + points),
    ]
    goal_blue = player.recorded.blue + blue
    if blue:
        bars.append(Bar("Recorded blue points", "blue", player.recorded.blue, goal_blue))
    return Ladder(f"{_missing(points, blue)} to {full_style(player.next_degree)}.", tuple(bars))


def _missing(points: Decimal, blue: Decimal) -> str:
    if points and blue:
        if blue >= points:
            return f"{blue:.1f} more, all of them blue,"
        return f"{points:.1f} more, of them {blue:.1f} blue,"
    if blue:
        return f"{blue:.1f} more blue points"
    return f"{points:.1f} more points"
