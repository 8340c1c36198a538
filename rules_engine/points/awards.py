"""Rating points won in one game, by a scale that is data.

Section IV; inventory W-116 to W-120, W-129, readings 61 to 63 and 66. Points are exact tenths; blue points
are part of the total. The scale has one row of points for each band of table sizes, first place first.

Where teams play, the team takes the place and each of its members wins what that place pays. The number of
teams chooses the row, that for the largest tables where there are more; fewer than three teams win nothing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS

RULE = "IV"
NOTHING = Decimal("0.0")
PAID_PLACES: Mapping[str, int] = {"3-4": 1, "5-7": 2, "8-10": 3}

Scale = Mapping[str, Sequence[Decimal]]
Ties = Literal["share", "whole"]
"""Tied players share what the places they cover pay, or each wins the whole of the place they share."""


class Award(NamedTuple):
    """What a player won: his `place` (shared when tied: 1, 2, 2, 4), `points`, and how many are `blue`."""

    place: int
    points: Decimal
    blue: Decimal


def band(players: int) -> str:
    """The band of table sizes, a key of `PAID_PLACES`; ValueError below 3 or above 10 players."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise ValueError(f"a table has {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {players}")
    return "3-4" if players <= 4 else "5-7" if players <= 7 else "8-10"


def paid_places(players: int) -> int:
    """How many places are paid at a table of `players`; ValueError below 3 or above 10."""
    return PAID_PLACES[band(players)]


def table_size(player_hands: int, stanzas: int) -> int:
    """The number of players for the scale when it varied: the truncated average seated in a stanza (reading
    61).

    Both are the game's own; what a parent game carried over is left out.

    Raises:
        ValueError: for no stanzas or negative player-hands.
    """
    if stanzas < 1 or player_hands < 0:
        raise ValueError("a table size needs stanzas and player-hands")
    return player_hands // stanzas


def places(finals: Sequence[int]) -> tuple[int, ...]:
    """Each final score's place, counted from 1; equal scores share one and the next places are left out."""
    first: dict[int, int] = {}
    for place, score in enumerate(sorted(finals, reverse=True), start=1):
        first.setdefault(score, place)
    return tuple(first[score] for score in finals)


def award(
    scale: Scale, blue: Scale, finals: Sequence[int], players: int | None = None, ties: Ties = "share"
) -> tuple[Award, ...]:
    """What each of `finals` (final scores, leavers included) wins, in their order.

    `players` is the table size for the scale, the number of finals unless it varied. Tied players share
    equally what the places they cover pay, unpaid places counting 0, rounded down to a tenth, or where
    `ties` is "whole" each win what the place they share pays; blue points likewise from theirs. A scale
    that pays a place no points may leave it out.

    Raises:
        ValueError: `players` (or else the number of finals) is not 3 to 10.
    """
    size = band(len(finals) if players is None else players)
    return _paid(scale, blue, size, places(finals), ties)


def team_band(teams: int) -> str | None:
    """The band by the number of teams, a key of `PAID_PLACES`; None for too few, who win nothing."""
    return None if teams < FEWEST_PLAYERS else band(min(teams, MOST_PLAYERS))


def award_teams(
    scale: Scale, blue: Scale, standing: Sequence[int], ties: Ties = "share"
) -> tuple[Award, ...]:
    """What each member of a team wins, for teams that stand at these places, in their order.

    The places are those of the format, which may rank teams apart that came out even; teams that share one
    (1, 2, 2, 4) are tied, as players are in `award`.
    """
    size = team_band(len(standing))
    if size is None:
        return tuple(Award(place, NOTHING, NOTHING) for place in standing)
    return _paid(scale, blue, size, standing, ties)


def _paid(scale: Scale, blue: Scale, size: str, all_places: Sequence[int], ties: Ties) -> tuple[Award, ...]:
    paid = PAID_PLACES[size]
    ordinary = _shares(_tenths(scale.get(size, ())[:paid]), all_places, ties)
    coloured = _shares(_tenths(blue.get(size, ())[:paid]), all_places, ties)
    return tuple(
        Award(place, Decimal(ordinary[place]).scaleb(-1), Decimal(coloured[place]).scaleb(-1))
        for place in all_places
    )


def _tenths(points: Sequence[Decimal]) -> list[int]:
    return [int(value.scaleb(1)) for value in points]


def _shares(paid: Sequence[int], all_places: Sequence[int], ties: Ties) -> dict[int, int]:
    if ties == "whole":
        return {place: sum(paid[place - 1 : place]) for place in all_places}
    return {
        place: sum(paid[place - 1 : place - 1 + tied]) // tied for place, tied in Counter(all_places).items()
    }
