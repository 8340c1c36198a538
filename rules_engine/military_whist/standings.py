"""The order of the teams by their totals and play-offs, and which ties are still open.

6, PROVINCIAL GAMES and tie breakers; inventory M-14, M-16, M-34, M-35, reading 6. Tied teams share a place,
and the places that they cover are skipped, until a play-off among exactly them has put them in order.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Teams = tuple[int, ...]


class Standings(NamedTuple):
    """The ranking as (place, team), teams from 1, and the ties that touch a place to be decided."""

    ranking: tuple[tuple[int, int], ...]
    open: tuple[Teams, ...]


def tied_groups(totals: Sequence[int]) -> list[Teams]:
    """The teams of each total, most flags first; within a group by their tables."""
    by_total: dict[int, list[int]] = {}
    for team, total in enumerate(totals, 1):
        by_total.setdefault(total, []).append(team)
    return [tuple(by_total[total]) for total in sorted(by_total, reverse=True)]


def standings(totals: Sequence[int], orders: Mapping[frozenset[int], Teams], decided: int = 0) -> Standings:
    """The standings; `orders` has the outcome of each play-off by the teams that played it."""
    ranking: list[tuple[int, int]] = []
    still_open: list[Teams] = []
    for group in tied_groups(totals):
        place = len(ranking) + 1
        order = orders.get(frozenset(group))
        if len(group) == 1 or order is not None:
            ranking += [(place + at, team) for at, team in enumerate(order or group)]
            continue
        ranking += [(place, team) for team in group]
        if place <= decided:
            still_open.append(group)
    return Standings(tuple(ranking), tuple(still_open))
