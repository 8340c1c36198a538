"""A reported event, typed and immutable: what `military-whist/1` holds after it has been read.

Teams are named by the number of their home table, tables, hands, days and play-offs count from 1, hands
through the whole event. Lists with one entry a table are in the order of the tables.
`rules_engine.military_whist.reader.event` makes records; nothing else does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_engine.military_whist.irregularities import Kind
from rules_engine.military_whist.levels import LevelTerms
from rules_engine.military_whist.movement import Order, PlannedHand
from rules_engine.military_whist.rotation import Pattern, Trump

FORMAT: Final = "military-whist/1"
MOST_FLAGS: Final = 200_000
"""At a table, or in a total: more than stand on all tables, every loan of a thousand hands among them."""
MOST_LENT: Final = 1_000
MOST_PLACE: Final = 1_000


class Team(NamedTuple):
    """A team: its players by letter, and where it comes from with which place there, if told."""

    name: str
    players: Mapping[str, str] | None
    origin: str | None
    place: int | None


class Incident(NamedTuple):
    """Something that went wrong at a table; `by_visitors` says which pair did it, None for neither."""

    kind: Kind
    table: int
    by_visitors: bool | None


class Hand(NamedTuple):
    """A hand: its line of the sheet; the tricks of visitors and home pairs, the flags visitors took away."""

    plan: PlannedHand
    taken: list[int] | None
    home: list[int] | None
    won: list[int] | None
    incidents: tuple[Incident, ...]


class Lending(NamedTuple):
    """Flags that the leader lent to a table in a hand, or that it returned after one."""

    table: int
    hand: int
    flags: int


class Day(NamedTuple):
    """A day of play: the sessions planned, the flags counted before and after, the scores recorded."""

    sessions: tuple[int, ...]
    before: list[int] | None
    hands: tuple[Hand, ...] | None
    loans: tuple[Lending, ...]
    returns: tuple[Lending, ...]
    after: list[int] | None
    scores: list[int] | None


class ExtraHand(NamedTuple):
    """A hand of a play-off: the director's cut, the players' cuts round after round, tricks of both teams."""

    teams: tuple[int, int]
    trump_cut: str
    trump: Trump
    cuts: tuple[Mapping[str, str], ...]
    dealer: str
    tricks: tuple[int, int]
    revokes: tuple[int, int]


class PlayOff(NamedTuple):
    """A tie played off, or decided by the leader's ruling; `order` is how the teams end."""

    teams: tuple[int, ...]
    draw: tuple[Mapping[str, str], ...]
    bye: int | None
    hands: tuple[ExtraHand, ...]
    order: tuple[int, ...]
    ruling: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """An event. `moves` is None where the sheet is the leader's own; `stopped` the last hand played when the
    leader ended play before the sheet did; `ranking` holds (place, team)."""

    id: str
    level: LevelTerms
    teams: tuple[Team, ...]
    pattern: Pattern
    moves: Order | None
    days: tuple[Day, ...]
    stopped: int | None
    totals: list[int] | None
    playoffs: tuple[PlayOff, ...]
    ranking: tuple[tuple[int, int], ...] | None
    advancing: tuple[int, ...] | None
