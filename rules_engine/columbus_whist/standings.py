"""The order of the teams, and who goes on to the playoff round.

Rules 4 to 6; inventory C-4, C-5 and C-7, reading 6: games won, then points, and only a tie at the line, the
last place that goes on, is played off, two teams in one game whose points are worth nothing. How more than
two play it off the text does not say: the officials decide.

Teams are numbers from 1. Terms: line (between the teams that go on and those that do not).
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

Teams = tuple[int, ...]
PLAYED_OFF: Final = 2
"""So many tied teams play one game; more are the officials'."""


class Score(NamedTuple):
    """What a team has: games won and points of all its games."""

    won: int
    points: int


class Standings(NamedTuple):
    """The ranking as (place, team), the teams that go on, and those tied at the line who play it off."""

    ranking: tuple[tuple[int, int], ...]
    qualified: Teams
    tied: Teams


def groups(scores: Sequence[Score]) -> list[Teams]:
    """The teams level on games and points, the best first; within a group by their numbers."""
    level: dict[Score, list[int]] = {}
    for team, score in enumerate(scores, 1):
        level.setdefault(score, []).append(team)
    return [tuple(level[score]) for score in sorted(level, reverse=True)]


def standings(
    scores: Sequence[Score], qualifiers: int = 0, orders: Mapping[frozenset[int], Teams] | None = None
) -> Standings:
    """The standings when the officials let so many teams go on; `orders` are the outcomes of play-offs.

    Tied teams share a place, and the places they cover are skipped. Teams tied across the line do not go on
    before their order is known.
    """
    known = orders or {}
    ranking: list[tuple[int, int]] = []
    qualified: list[int] = []
    tied: Teams = ()
    for group in groups(scores):
        place = len(ranking) + 1
        # A group whose last place is the line goes on whole; only one that reaches beyond it plays off.
        at_line = place <= qualifiers < place + len(group) - 1
        order = known.get(frozenset(group)) if at_line else None
        if order is not None:
            ranking += [(place + at, team) for at, team in enumerate(order)]
            qualified += order[: qualifiers - place + 1]
            continue
        ranking += [(place, team) for team in group]
        if at_line:
            tied = group
        elif place <= qualifiers:
            qualified += group
    return Standings(tuple(ranking), tuple(qualified), tied)
