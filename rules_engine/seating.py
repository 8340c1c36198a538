"""Seating the players of a round at tables of three to ten.

Section I, "Players" (W-3). How a round is divided the rules leave to whoever runs the event; what is done
here anybody can repeat: the same players in the same order, sizes, earlier tables and seed give the same
tables (`rules_engine.shuffling`).

Terms: sizes (players at each table, as equal as can be, the larger tables first), met (sat at one table
before), repeat (two at one table who have met), new meeting (two at one table who have not).
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from rules_engine.shuffling import numbers, shuffled
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS

RULE = "I/Players"
PREFERRED = 6
TABLES = "tables"
_REPEAT = 1_000_000
_MOST_ATTEMPTS = 500
_EFFORT = 300_000
"""Divided by the square of the players: how often a search begins again, so that a big event stays quick."""

Pair = frozenset[str]


class Seating(NamedTuple):
    """The tables, everybody clockwise in his seat, and how many pairs at them meet again or anew."""

    tables: tuple[tuple[str, ...], ...]
    repeats: int
    new_meetings: int


def table_sizes(players: int, preferred: int = PREFERRED) -> tuple[int, ...]:
    """The sizes nearest to the preferred one; of two numbers of tables equally near, the smaller number.

    Raises:
        ValueError: fewer than three players, or a preferred size that no table may have.
    """
    if not FEWEST_PLAYERS <= preferred <= MOST_PLAYERS:
        raise ValueError(f"a table has {FEWEST_PLAYERS} to {MOST_PLAYERS} players")
    if players < FEWEST_PLAYERS:
        raise ValueError(f"{players} players are too few for a table")
    counts = range(-(-players // MOST_PLAYERS), players // FEWEST_PLAYERS + 1)
    tables = min(counts, key=lambda count: abs(Fraction(players, count) - preferred))
    least, larger = divmod(players, tables)
    return (least + 1,) * larger + (least,) * (tables - larger)


def drawn(
    players: Sequence[str], sizes: Sequence[int], seed: str, earlier: Iterable[Sequence[str]] = ()
) -> Seating:
    """Tables by draw: the players in the order of the seed fill table after table, seat after seat."""
    order = iter(shuffled(players, seed, TABLES))
    tables = tuple(tuple(next(order) for _ in range(size)) for size in sizes)
    return counted(tables, meetings(earlier))


def balanced(
    players: Sequence[str], sizes: Sequence[int], seed: str, earlier: Iterable[Sequence[str]] = ()
) -> Seating:
    """Tables at which as few meet again as could be found, and those who do have met least often.

    From a drawn start two players of different tables change places wherever that makes it better, until
    nothing does; then a few change places at random and it begins again, as often as the size of the event
    leaves time for. The best tables seen are taken. Seats at table k are drawn for the purpose "seats k".
    """
    met = meetings(earlier)
    best = _Search(players, sizes, seed, met).best()
    return counted(seats_drawn(best, players, seed), met)


def seats_drawn(
    tables: Iterable[Sequence[str]], players: Sequence[str], seed: str
) -> tuple[tuple[str, ...], ...]:
    """The same tables with seats by draw: those of table k, in the order of `players`, for "seats k"."""
    place = {player: number for number, player in enumerate(players)}
    return tuple(
        tuple(shuffled(sorted(table, key=place.__getitem__), seed, f"seats {number}"))
        for number, table in enumerate(tables, start=1)
    )


def meetings(tables: Iterable[Sequence[str]]) -> dict[Pair, int]:
    """How often each two sat at one of these tables."""
    met: dict[Pair, int] = {}
    for table in tables:
        for pair in map(frozenset, combinations(table, 2)):
            met[pair] = met.get(pair, 0) + 1
    return met


def counted(tables: Sequence[Sequence[str]], met: Mapping[Pair, int]) -> Seating:
    """The seating with its repeats and new meetings."""
    pairs = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
    repeats = sum(pair in met for pair in pairs)
    return Seating(tuple(tuple(table) for table in tables), repeats, len(pairs) - repeats)


def fewest_repeats(players: Sequence[str], sizes: Sequence[int], met: Mapping[Pair, int]) -> int:
    """A number of repeats that no seating can go below: whoever has met too many meets some again."""
    others = dict.fromkeys(players, 0)
    for pair in met:
        if all(player in others for player in pair):
            for player in pair:
                others[player] += 1
    fewest = min(sizes) - 1
    short = sum(max(0, fewest - (len(players) - 1 - known)) for known in others.values())
    return -(-short // 2)


class _Search:
    """Players and tables as numbers; `pull[p][t]` is what player p would cost at table t."""

    def __init__(
        self, players: Sequence[str], sizes: Sequence[int], seed: str, met: Mapping[Pair, int]
    ) -> None:
        self._players = players
        self._sizes = sizes
        self._seed = seed
        place = {player: number for number, player in enumerate(players)}
        self._cost = [[0] * len(players) for _ in players]
        for pair, times in met.items():
            if pair <= place.keys():
                first, second = (place[player] for player in pair)
                self._cost[first][second] = self._cost[second][first] = _REPEAT + times * times
        self._enough = _REPEAT * fewest_repeats(players, sizes, met)
        self._chance = numbers(seed, "changes")

    def best(self) -> list[list[str]]:
        order = shuffled(range(len(self._players)), self._seed, TABLES)
        self._start(order)
        total, table_of = self._improve(), self._table_of[:]
        for _ in range(self._attempts()):
            if total <= self._enough or len(self._sizes) == 1:
                break
            self._kick()
            improved = self._improve()
            if improved <= total:
                total, table_of = improved, self._table_of[:]
            else:
                self._start_from(table_of)
        seated: list[list[str]] = [[] for _ in self._sizes]
        for player, table in enumerate(table_of):
            seated[table].append(self._players[player])
        return seated

    def _attempts(self) -> int:
        return max(4, min(_MOST_ATTEMPTS, _EFFORT // len(self._players) ** 2))

    def _start(self, order: Sequence[int]) -> None:
        tables = [table for table, size in enumerate(self._sizes) for _ in range(size)]
        table_of = [0] * len(order)
        for player, table in zip(order, tables, strict=True):
            table_of[player] = table
        self._start_from(table_of)

    def _start_from(self, table_of: Sequence[int]) -> None:
        self._table_of = list(table_of)
        self._pull = [[0] * len(self._sizes) for _ in table_of]
        for player, row in enumerate(self._cost):
            for other, cost in enumerate(row):
                self._pull[player][table_of[other]] += cost

    def _improve(self) -> int:
        """Change places while it helps; the cost of what is left."""
        while self._sweep():
            pass
        return sum(pull[self._table_of[player]] for player, pull in enumerate(self._pull)) // 2

    def _sweep(self) -> bool:
        better = False
        for player in range(len(self._players)):
            partner = self._partner_for(player)
            if partner is not None:
                self._change(player, partner)
                better = True
        return better

    def _partner_for(self, player: int) -> int | None:
        """The player with whom changing places helps most; None where it helps with nobody."""
        table_of, pull, cost = self._table_of, self._pull, self._cost[player]
        here, own = table_of[player], pull[player]
        if own[here] == 0:
            return None
        gain, partner = 0, None
        for other, there in enumerate(table_of):
            if there != here:
                theirs = pull[other]
                change = own[there] + theirs[here] - own[here] - theirs[there] - 2 * cost[other]
                if change < gain:
                    gain, partner = change, other
        return partner

    def _kick(self) -> None:
        count = len(self._players)
        for _ in range(max(2, count // 10)):
            player, other = next(self._chance) % count, next(self._chance) % count
            if self._table_of[player] != self._table_of[other]:
                self._change(player, other)

    def _change(self, player: int, other: int) -> None:
        here, there = self._table_of[player], self._table_of[other]
        leaves, comes = self._cost[player], self._cost[other]
        for pull, less, more in zip(self._pull, leaves, comes, strict=True):
            pull[here] += more - less
            pull[there] += less - more
        self._table_of[player], self._table_of[other] = there, here
