"""The six degrees of proficiency.

Section IV; inventory W-130 to W-135, readings 66 and 67. A degree needs both its limits, recorded points
and how many of them are blue; Novice needs neither, only a sanctioned game.
"""

from decimal import Decimal
from typing import NamedTuple

RULE = "IV"
_NOTHING = Decimal("0.0")


class Degree(NamedTuple):
    """A degree and its limits: recorded `points`, and the `blue` points among them."""

    name: str
    points: Decimal
    blue: Decimal


class DegreeStanding(NamedTuple):
    """The `degree` held or None, the `next` above it (None at the top), and what is missing for that."""

    degree: Degree | None
    next: Degree | None
    needs_points: Decimal
    needs_blue: Decimal


NOVICE = Degree("Novice", Decimal("0.0"), Decimal("0.0"))
DEGREES: tuple[Degree, ...] = (
    NOVICE,
    Degree("Junior Master", Decimal("1.0"), Decimal("0.0")),
    Degree("Master", Decimal("25.0"), Decimal("2.0")),
    Degree("Senior Master", Decimal("100.0"), Decimal("10.0")),
    Degree("Grand Master", Decimal("500.0"), Decimal("75.0")),
    Degree("Champion", Decimal("1000.0"), Decimal("200.0")),
)


def level(recorded: Decimal, blue: Decimal, sanctioned_games: int) -> int:
    """The index in `DEGREES` of the highest degree met, -1 for none; blue points are part of `recorded`."""
    for index in range(len(DEGREES) - 1, 0, -1):
        if recorded >= DEGREES[index].points and blue >= DEGREES[index].blue:
            return index
    return 0 if sanctioned_games > 0 else -1


def standing(recorded: Decimal, blue: Decimal, sanctioned_games: int) -> DegreeStanding:
    """The degree of a player with `recorded` points, `blue` of them blue, after so many sanctioned games."""
    reached = level(recorded, blue, sanctioned_games)
    held = DEGREES[reached] if reached >= 0 else None
    if reached + 1 == len(DEGREES):
        return DegreeStanding(held, None, _NOTHING, _NOTHING)
    above = DEGREES[reached + 1]
    return DegreeStanding(
        held, above, max(_NOTHING, above.points - recorded), max(_NOTHING, above.blue - blue)
    )
