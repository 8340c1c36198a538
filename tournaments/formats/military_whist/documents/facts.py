"""What the papers of Military Whist say, before they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFacts:
    """A line of the leader's sheet; all move on by `move` tables, None where each pair goes its own way;
    `begins` a day and session, or nothing."""

    number: int
    who: str
    move: int | None
    trump: str
    dealer: str
    begins: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """How two teams so many tables apart meet: visits there and back, and in which trumps."""

    apart: int
    there: int
    back: int
    meetings: int
    trumps: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter:
    """How the teams of two tables meet: visits of the first to the second and back, and in which trumps."""

    first: int
    second: int
    there: int
    back: int
    meetings: int
    trumps: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHand:
    """A hand at one table: who goes out to where, who stays, and from which table the visitors come, 0 where
    a leader's own sheet sends none."""

    number: int
    out: str
    to: int
    home: str
    visitors: int
    trump: str
    dealer: str
    begins: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    table: int
    team: str
    hands: tuple[TableHand, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOffSlip:
    """What is written down of a draw or an extra hand: each box its label, and words to tick, if any."""

    title: str
    tie: str
    boxes: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOffFacts:
    event: str
    place: str
    when: str
    slips: tuple[PlayOffSlip, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementFacts:
    """`visits` and `meetings` are the least and the most of any two teams; `even` where no sheet could do
    better; `director` whom players of a zone ask; `distances` where pairs all move on alike, `encounters` of
    any two teams where they do not."""

    event: str
    club: str
    place: str
    when: str
    director: str
    teams: tuple[str, ...]
    hands: tuple[HandFacts, ...]
    distances: tuple[Distance, ...]
    encounters: tuple[Encounter, ...]
    trumps: Sequence[str]
    visits: tuple[int, int]
    meetings: tuple[int, int]
    pairs: tuple[tuple[str, int], ...]
    even: bool
    playable: bool
    tables: tuple[TableFacts, ...]
