"""The shape of `military-whist/1` as JSON: what is written, and read again by
`rules_engine.military_whist.reader`.
"""

from typing import NotRequired, TypedDict


class TeamDocument(TypedDict):
    """A team of four: its players by letter, and where it comes from with which place."""

    name: str
    players: NotRequired[dict[str, str]]
    origin: NotRequired[str]
    place: NotRequired[int]


class IncidentDocument(TypedDict):
    """What went wrong at a table."""

    kind: str
    table: int
    by: NotRequired[str]
    cause: NotRequired[str]
    note: NotRequired[str]


class HandDocument(TypedDict):
    """A hand: the line of the movement, and the tricks and flags of each table."""

    who: str
    trump: str
    dealer: str
    move: int | list[int]
    tricks: NotRequired[list[list[int]]]
    won: NotRequired[list[int]]
    incidents: NotRequired[list[IncidentDocument]]


class LendingDocument(TypedDict):
    """Flags that the leader lent to a table, or had back from it."""

    table: int
    hand: int
    flags: int


class DayDocument(TypedDict):
    """A day: its sessions, and the flags of each table before and after."""

    sessions: list[int]
    before: NotRequired[list[int]]
    hands: NotRequired[list[HandDocument]]
    loans: NotRequired[list[LendingDocument]]
    returns: NotRequired[list[LendingDocument]]
    after: NotRequired[list[int]]
    scores: NotRequired[list[int]]


class StoppedDocument(TypedDict):
    """After which hand the leader ended play, and why."""

    hand: int
    reason: str


class ExtraHandDocument(TypedDict):
    """An extra hand of two teams that were level."""

    teams: list[int]
    trump_cut: str
    trump: str
    cuts: list[dict[str, str]]
    dealer: str
    tricks: list[int]
    revokes: NotRequired[list[int]]


class PlayoffDocument(TypedDict):
    """Teams that were level, and how they were told apart."""

    teams: list[int]
    order: list[int]
    draw: NotRequired[list[dict[str, str]]]
    bye: NotRequired[int]
    hands: NotRequired[list[ExtraHandDocument]]
    ruling: NotRequired[str]


class RecordDocument(TypedDict):
    """An event."""

    format: str
    ruleset: str
    id: str
    level: str
    teams: list[TeamDocument]
    pattern: str
    days: list[DayDocument]
    moves: NotRequired[str]
    stopped: NotRequired[StoppedDocument]
    totals: NotRequired[list[int]]
    playoffs: NotRequired[list[PlayoffDocument]]
    ranking: NotRequired[list[list[int]]]
    advancing: NotRequired[list[int]]
    leader: NotRequired[str]
    rulings: NotRequired[list[str]]
    prizes: NotRequired[list[str]]
