"""Scoring, standings and pairing said again in another way, for the tests to hold the engine to.

A hand is read as a scoresheet's words, standings are counted by comparing every two teams, and the fewest
repeats of a round are found by going through every pairing of it.
"""

from collections.abc import Iterator, Sequence

Pair = frozenset[int]


def hand_points(words: str, bidder: int, made: int | None, renege_by: int | None = None) -> list[int]:
    """The points of both sides; `words` are those of the bid that counts."""
    number, *kind = words.split()
    each = 2 if kind == ["No"] else 1
    earned = [0, 0]
    if renege_by is not None:
        earned[1 - renege_by] = int(number) * each
    elif made is None:
        earned[1 - bidder] = int(number) * each
    else:
        earned[bidder] = made * each
    return earned


def place(team: int, scores: dict[int, tuple[int, int]]) -> int:
    """One more than there are teams with more rounds won, or with as many and more points."""
    won, points = scores[team]
    return 1 + sum(w > won or (w == won and p > points) for w, p in scores.values())


def pairings(teams: Sequence[int]) -> Iterator[list[Pair]]:
    """Every way to pair an even number of teams."""
    if not teams:
        yield []
        return
    first, *rest = teams
    for at, other in enumerate(rest):
        for more in pairings(rest[:at] + rest[at + 1 :]):
            yield [frozenset((first, other)), *more]


def fewest_repeats(teams: Sequence[int], rounds: Sequence[Sequence[Pair]]) -> int:
    """The least number of earlier meetings that a round of these teams repeats."""
    met = [pair for games in rounds for pair in games]
    if len(teams) % 2 == 0:
        return min(sum(met.count(pair) for pair in games) for games in pairings(teams))
    counts = []
    for odd in teams:
        others = [team for team in teams if team != odd]
        own = min(met.count(frozenset((odd, picked))) for picked in others)
        counts.append(own + min(sum(met.count(pair) for pair in games) for games in pairings(others)))
    return min(counts)
