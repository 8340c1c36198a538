"""Who plays whom in a game: drawn, drawn so that few meet again, or as the officials say.

Rule section: none; pairings and an odd number of teams are the officials' (reading 10). An odd team sits out
at a table of its own, the last: in a draw one of those that sat out least often.
Terms: unit (the record ids of a team, A first).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from rules_engine.matching import matched, pair_of
from rules_engine.shuffling import shuffled
from tournaments.formats.base import PAIR, Seated, ToSeat

PURPOSE: Final = "tables"
Tables = list[list[str]]


def drawn(asked: ToSeat) -> Seated:
    """In the order of the seed, two teams a table; balanced, with as few repeats as can be."""
    places = range(len(asked.units))
    lead = {unit[0]: at for at, unit in enumerate(asked.units)}
    earlier = [tuple(lead[player] for player in table if player in lead) for table in asked.earlier]
    order = shuffled(places, asked.seed, PURPOSE)
    out = _sits_out(order, earlier)
    playing = [team for team in order if team not in out]
    met = Counter(pair_of(*table) for table in earlier if len(table) == PAIR.size)
    if asked.mode == "balanced":
        pairs = matched(playing, met)
    else:
        pairs = list(zip(playing[::2], playing[1::2], strict=True))
    tables = [[*asked.units[one], *asked.units[other]] for one, other in pairs]
    tables += [list(asked.units[team]) for team in out]
    repeats = sum(met[pair_of(*pair)] for pair in pairs)
    return Seated(tables=tables, repeats=repeats, new_meetings=sum(not met[pair_of(*pair)] for pair in pairs))


def by_hand(asked: ToSeat, tables: Tables) -> Seated:
    """As the officials set them; who sits out comes last."""
    return Seated(tables=sorted(tables, key=lambda table: len(table) == PAIR.size))


def _sits_out(order: Sequence[int], earlier: Iterable[Sequence[int]]) -> list[int]:
    """The team without an opponent, of an odd number."""
    been = Counter(table[0] for table in earlier if len(table) == 1)
    return [min(order, key=been.__getitem__)] if len(order) % 2 else []
