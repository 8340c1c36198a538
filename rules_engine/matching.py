"""Pairing an even number of teams so that as few as possible meet again.

Up to fourteen teams every pairing is weighed. Of more, a team that has met fewer than half of the others can
always be paired without a repeat if all can (Dirac: the graph of those who have not met has a perfect
matching), and the search, always beginning with the team that has the fewest left, finds it; where teams have
met more than that, which no tournament of three or four rounds comes to, it gives up after a while and takes
the best pairing of a simple kind.
"""

from collections.abc import Mapping, Sequence
from typing import Final

Met = Mapping[frozenset[int], int]
Pair = tuple[int, int]

_ALL_WEIGHED: Final = 14
_PATIENCE: Final = 20_000


def pair_of(team: int, other: int) -> frozenset[int]:
    """Two teams, whichever is named first."""
    return frozenset((team, other))


def matched(teams: Sequence[int], met: Met) -> list[Pair]:
    """All teams in pairs, with the fewest repeats; among equal pairings the order of `teams` decides.

    Raises:
        ValueError: for an odd number of teams.
    """
    if len(teams) % 2:
        raise ValueError("an even number of teams is expected")
    if len(teams) <= _ALL_WEIGHED:
        return _weighed(teams, met)
    pairs = _Search(teams, met).run()
    return _one_by_one(teams, met) if pairs is None else pairs


def _weighed(teams: Sequence[int], met: Met) -> list[Pair]:
    """The best pairing, by the best pairing of every set of teams that can be left."""
    count = len(teams)
    cost = [[met.get(pair_of(team, other), 0) for other in teams] for team in teams]
    best: dict[int, tuple[int, int]] = {0: (0, -1)}
    for left in range(1, 1 << count):
        if left.bit_count() % 2:
            continue
        first = (left & -left).bit_length() - 1
        rest = left & ~(1 << first)
        fewest, partner = -1, -1
        for other in range(first + 1, count):
            if rest >> other & 1:
                total = cost[first][other] + best[rest & ~(1 << other)][0]
                if fewest < 0 or total < fewest:
                    fewest, partner = total, other
        best[left] = (fewest, partner)
    pairs: list[Pair] = []
    left = (1 << count) - 1
    while left:
        first = (left & -left).bit_length() - 1
        partner = best[left][1]
        pairs.append((teams[first], teams[partner]))
        left &= ~(1 << first | 1 << partner)
    return pairs


class _Search:
    """A pairing without any repeat, by trying and going back; teams are places in the list."""

    def __init__(self, teams: Sequence[int], met: Met) -> None:
        self.teams = teams
        count = len(teams)
        self.unmet = [
            [
                other
                for other in range(count)
                if other != team and not met.get(pair_of(teams[team], teams[other]))
            ]
            for team in range(count)
        ]
        self.choices = [len(others) for others in self.unmet]
        self.left = [True] * count
        self.pairs: list[Pair] = []
        self.tries = 0

    def run(self) -> list[Pair] | None:
        """The pairs; None if none was found in time."""
        return self.pairs if self._complete() else None

    def _complete(self) -> bool:
        waiting = [team for team, left in enumerate(self.left) if left]
        if not waiting:
            return True
        team = min(waiting, key=self.choices.__getitem__)
        for other in self.unmet[team]:
            if not self.left[other]:
                continue
            self.tries += 1
            if self.tries > _PATIENCE:
                return False
            self._set((team, other), False)
            self.pairs.append((self.teams[team], self.teams[other]))
            if self._complete():
                return True
            self.pairs.pop()
            self._set((team, other), True)
        return False

    def _set(self, pair: Pair, left: bool) -> None:
        for team in pair:
            self.left[team] = left
            for other in self.unmet[team]:
                self.choices[other] += 1 if left else -1


def _one_by_one(teams: Sequence[int], met: Met) -> list[Pair]:
    """Each team in turn with the one that it has met least often."""
    left = list(teams)
    pairs: list[Pair] = []
    while left:
        team = left.pop(0)
        other = min(left, key=lambda other: met.get(pair_of(team, other), 0))
        left.remove(other)
        pairs.append((team, other))
    return pairs
