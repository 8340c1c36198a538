"""The proof that goes beside a sheet: who meets whom how often, in which trumps, and what is possible.

3a, 10a to 10c; inventory M-9, M-25, M-26, reading 1. It is counted from the sheet itself, whoever made it.
What no sheet can better follows from counting alone: on each hand every team pays one visit and receives
one, so in H hands it pays H visits to the N-1 others and has 2 H meetings with them, and of so many numbers
that add up to so much the largest is at least the average, the smallest at most.

Terms: visit (team i's pair goes to table j), meeting (a visit in either direction), spread (the least and
the most of such counts over all two teams), bound (what the least cannot exceed and the most cannot go
below).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_engine.military_whist.movement import PlannedHand
from rules_engine.military_whist.rotation import PAIRS, TRUMPS, Pair, Trump

_TRUMP_NUMBER: Final[dict[Trump, int]] = {trump: at for at, trump in enumerate(TRUMPS)}


class Spread(NamedTuple):
    """The least and most that were counted, and between which numbers they would lie at best."""

    least: int
    most: int
    bound_least: int
    bound_most: int

    @property
    def reached(self) -> bool:
        """Whether nothing could be more equal."""
        return (self.least, self.most) == (self.bound_least, self.bound_most)


@dataclass(frozen=True, kw_only=True, slots=True)
class MovementProof:
    """What a sheet comes to, teams counting from 0 here.

    `visits[i][j]` is how often i goes to j, `meetings[i][j]` how often the two meet, `trumps[i][j]` how often
    in each of TRUMPS. `pairs` says how often each pair of letters goes out, `one_trump` how many two teams
    meet at least twice and always in the same trump.
    """

    tables: int
    hands: int
    visits: tuple[tuple[int, ...], ...]
    meetings: tuple[tuple[int, ...], ...]
    trumps: tuple[tuple[tuple[int, ...], ...], ...]
    pairs: dict[Pair, int]
    visit_spread: Spread
    meeting_spread: Spread
    pair_spread: Spread
    one_trump: int

    @property
    def even(self) -> bool:
        """Whether visits, meetings and pairs are all as equal as any sheet could make them."""
        return self.visit_spread.reached and self.meeting_spread.reached and self.pair_spread.reached


def prove(sheet: Sequence[PlannedHand]) -> MovementProof:
    """The proof of a sheet of at least one hand, in which each hand names a destination for every team.

    Visits of a team to its own table are counted as they stand; `sheet_check` finds them.
    """
    tables = len(sheet[0].to)
    visits = [[0] * tables for _ in range(tables)]
    trumps = [[[0] * len(TRUMPS) for _ in range(tables)] for _ in range(tables)]
    pairs: dict[Pair, int] = dict.fromkeys(PAIRS, 0)
    for hand in sheet:
        trump = _TRUMP_NUMBER[hand.trump]
        pairs[hand.who] += 1
        for visitor, table in enumerate(hand.to):
            host = table - 1
            visits[visitor][host] += 1
            trumps[visitor][host][trump] += 1
            trumps[host][visitor][trump] += 1
    meetings = [[count + visits[j][i] for j, count in enumerate(row)] for i, row in enumerate(visits)]
    return MovementProof(
        tables=tables,
        hands=len(sheet),
        visits=tuple(map(tuple, visits)),
        meetings=tuple(map(tuple, meetings)),
        trumps=tuple(tuple(map(tuple, row)) for row in trumps),
        pairs=pairs,
        visit_spread=_spread(_others(visits), len(sheet), tables - 1),
        meeting_spread=_spread(_others(meetings), 2 * len(sheet), tables - 1),
        pair_spread=_spread(list(pairs.values()), len(sheet), len(PAIRS)),
        one_trump=_in_one_trump(trumps),
    )


def _others(counts: Sequence[Sequence[int]]) -> list[int]:
    return [count for i, row in enumerate(counts) for j, count in enumerate(row) if i != j]


def _spread(counts: Sequence[int], total: int, parts: int) -> Spread:
    return Spread(min(counts), max(counts), total // parts, -(-total // parts))


def _in_one_trump(trumps: Sequence[Sequence[Sequence[int]]]) -> int:
    alike = 0
    for i, row in enumerate(trumps):
        for counts in row[i + 1 :]:
            most = max(counts)
            alike += most > 1 and most == sum(counts)
    return alike
