"""The shape of `bid-whist/1` as JSON: what is written, and read again by `rules_engine.bid_whist.reader`."""

from typing import NotRequired, TypedDict

from rules_engine.bid_whist.canons import Kind, Step
from rules_engine.bid_whist.record import Decided
from rules_engine.bid_whist.reneges import Fault


class EnteredDocument(TypedDict):
    """How a team entered; one time for both players, or one for each."""

    by: str
    paid: NotRequired[list[int]]
    at: NotRequired[str | list[str]]
    allowed: NotRequired[bool]


class TeamDocument(TypedDict):
    """A team of two players; one that was not drawn may have a name, and nothing else."""

    name: NotRequired[str]
    players: NotRequired[list[str]]
    entered: NotRequired[EnteredDocument]
    missed: NotRequired[list[int]]
    drawn: NotRequired[bool]


class RenegeDocument(TypedDict):
    """A renege that was called."""

    fault: Fault
    by: int
    called_by: int
    improper: NotRequired[str]
    warned: NotRequired[bool]


class HandDocument(TypedDict):
    """A hand."""

    first: NotRequired[int]
    calls: NotRequired[list[str]]
    bidder: NotRequired[int]
    bid: NotRequired[str]
    made: NotRequired[int]
    set: NotRequired[bool]
    renege: NotRequired[RenegeDocument]
    points: NotRequired[list[int]]
    note: NotRequired[str]
    dealer: NotRequired[int]


class GameDocument(TypedDict):
    """A round of two teams and its scoresheet."""

    table: int
    teams: list[int]
    picked: NotRequired[int]
    hands: NotRequired[list[HandDocument]]
    extra: NotRequired[HandDocument]
    points: NotRequired[list[int]]
    winner: NotRequired[int]
    signed: NotRequired[list[int]]
    brought_by: NotRequired[int]
    forfeit: NotRequired[list[int]]
    ruling: NotRequired[str]


class DeciderDocument(TypedDict):
    """Equal teams told apart."""

    teams: list[int]
    by: Decided
    order: list[int]
    hand: NotRequired[HandDocument]
    note: NotRequired[str]


class StageDocument(TypedDict):
    """A round of the playoff."""

    games: list[GameDocument]
    corrected: NotRequired[str]


class ViolationDocument(TypedDict):
    """A violation by a player."""

    player: str
    kind: Kind
    step: Step
    earlier: NotRequired[int]
    round: NotRequired[int]
    note: NotRequired[str]


class RecordDocument(TypedDict):
    """A tournament."""

    format: str
    ruleset: str
    id: str
    tournament: str
    teams: list[TeamDocument]
    rounds: list[list[GameDocument]]
    entry_fee: NotRequired[int]
    moving: NotRequired[list[int]]
    standings: NotRequired[list[list[int]]]
    deciders: NotRequired[list[DeciderDocument]]
    seeds: NotRequired[list[int]]
    playoff: NotRequired[list[StageDocument]]
    third: NotRequired[GameDocument]
    places: NotRequired[list[int]]
    violations: NotRequired[list[ViolationDocument]]
    suspended: NotRequired[list[str]]
    director: NotRequired[str]
    rulings: NotRequired[list[str]]
