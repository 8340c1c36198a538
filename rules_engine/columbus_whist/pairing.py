"""Who meets whom in a round that is drawn: in the order of the seed, or so that as few meet again as can be,
and of those who have met equally often the ones longest ago.

Section 2; inventory C-2, reading 10. Pairings, and what an odd number of teams does, are the officials'; a
draw lets one of those sit out that sat out least often. So six rounds do not give everybody six games of an
odd number; in a further one those play who have had fewer.

Terms: earlier (the tables so far: two teams that met, or one that sat out), done (the teams that have had all
their games).
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from rules_engine.matching import Met, matched, pair_of
from rules_engine.shuffling import shuffled

PURPOSE: Final = "tables"
Tables = Sequence[Sequence[int]]


class DrawnPairs(NamedTuple):
    """The pairs in the order of their tables, who sits out, how often the pairs have met before, and how many
    of them meet for the first time."""

    pairs: tuple[tuple[int, int], ...]
    out: tuple[int, ...]
    repeats: int
    first: int


def drawn(
    teams: Sequence[int], seed: str, earlier: Tables = (), done: Collection[int] = (), *, balanced: bool
) -> DrawnPairs:
    """The next round of these teams, named in the usual order."""
    order = shuffled(teams, seed, PURPOSE)
    out = _sits_out(order, earlier, done)
    playing = [team for team in order if team not in out]
    met = Counter(pair_of(*table) for table in earlier if len(table) == 2)
    costs = _by_last_meeting(met, earlier, len(teams))
    pairs = matched(playing, costs) if balanced else list(zip(playing[::2], playing[1::2], strict=True))
    before = [met[pair_of(*pair)] for pair in pairs]
    return DrawnPairs(tuple(pairs), tuple(out), sum(before), before.count(0))


def _by_last_meeting(met: Met, earlier: Tables, teams: int) -> dict[frozenset[int], int]:
    """How much each pair is to be avoided: a meeting more than all that any round's last meetings add up to,
    so that of pairings with as few repeats the one is taken whose pairs met longest ago."""
    last = {pair_of(*table): at for at, table in enumerate(earlier, 1) if len(table) == 2}
    weight = (len(earlier) + 1) * teams
    return {pair: met[pair] * weight + at for pair, at in last.items()}


def _sits_out(order: Sequence[int], earlier: Tables, done: Collection[int]) -> list[int]:
    """Whoever has had his games, and the team without an opponent, of an odd number; one that has had them
    plays once more where a single team would be left."""
    been = Counter(table[0] for table in earlier if len(table) == 1)
    short = [team for team in order if team not in done]
    over = [team for team in order if team in done]
    if len(short) % 2 == 0:
        return over
    if len(short) > 1 or not over:
        return [*over, min(short, key=been.__getitem__)]
    rested = max(over, key=been.__getitem__)
    return [team for team in over if team != rested]
