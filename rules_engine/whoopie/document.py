"""The shape of `whoopie-game/1` as JSON: what is written, and read again by `rules_engine.whoopie.reader`."""

from typing import Any, Literal, NotRequired, TypedDict

IncidentDocument = dict[str, Any]
"""What went wrong: its kind says which fields it has."""

JoinDocument = TypedDict(
    "JoinDocument",
    {
        "player": str,
        "left_of": str,
        "score": int,
        "returns": NotRequired[bool],
        "from": NotRequired[str],
    },
)
"""Who sat down, beside whom and with which score, and from which related game."""


class StanzaDocument(TypedDict):
    """A stanza."""

    cards: int
    dealer: str
    bids: list[tuple[str, int]]
    leaves: NotRequired[list[str]]
    joins: NotRequired[list[JoinDocument]]
    scorekeeper: NotRequired[str]
    defining: NotRequired[str]
    hands: NotRequired[dict[str, list[str]]]
    tricks: NotRequired[list[list[tuple[str, str]]]]
    taken: NotRequired[dict[str, int]]
    made: NotRequired[dict[str, bool]]
    incidents: NotRequired[list[IncidentDocument]]
    scores: NotRequired[dict[str, int]]


class PlanDocument(TypedDict, total=False):
    """How the game is to end: one of the three."""

    stanzas: int
    cycles: int
    until: str


class StartDocument(TypedDict):
    """What an off-spring game goes on from."""

    parent: str
    group: str
    after_stanza: int
    cards: int
    direction: Literal["up", "down"]
    scores: dict[str, int]
    average: int
    player_hands: int


class AbsentDocument(TypedDict):
    """A player who left, and whether their score is extrapolated."""

    player: str
    extrapolate: bool


class AfterLastDocument(TypedDict, total=False):
    """Who left and came after the last stanza."""

    leaves: list[str]
    joins: list[str]


class RecordDocument(TypedDict):
    """A game."""

    format: str
    ruleset: str
    id: str
    seats: list[str]
    first_dealer: str
    stanzas: list[StanzaDocument]
    draw: NotRequired[list[dict[str, str]]]
    scorekeeper: NotRequired[str]
    planned: NotRequired[PlanDocument]
    start: NotRequired[StartDocument]
    absent: NotRequired[list[AbsentDocument]]
    after_last: NotRequired[AfterLastDocument]
    final: NotRequired[dict[str, int]]
