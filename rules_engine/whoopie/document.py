"""The shape of `whoopie-game/1` as JSON: what is written, and read again by `rules_engine.whoopie.reader`."""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, Required, TypeAlias, TypedDict, cast

Bids: TypeAlias = list[tuple[str, int]]
"""Player and bid. JSON has lists for these pairs, so compiled code must not unpack them: `bids_by_player`."""
Tricks: TypeAlias = list[list[tuple[str, str]]]
"""Of each trick player and card, in the order of play; the pairs are lists too."""


class IncidentDocument(TypedDict, total=False):
    """What went wrong: its kind says which fields it has. `cards` is a number where the count was wrong."""

    kind: Required[str]
    player: str
    trick: int
    card: str
    cards: list[str] | int
    on_table: int
    bid: int
    reason: str
    grounds: str
    points: int
    fails_bid: bool
    roll: dict[str, str]
    voted_after: int
    majority_of: str


JoinDocument = TypedDict(
    "JoinDocument",
    {
        "player": str,
        "left_of": str,
        "score": int | None,
        "returns": NotRequired[bool],
        "from": NotRequired[str],
    },
)
"""Who sat down, beside whom and with which score, and from which related game."""


class ChangesDocument(TypedDict, total=False):
    """Who left and came before a stanza."""

    leaves: list[str]
    joins: list[JoinDocument]


class StanzaDocument(ChangesDocument):
    """A stanza."""

    cards: int
    dealer: str
    bids: Bids
    scorekeeper: NotRequired[str]
    defining: NotRequired[str]
    hands: NotRequired[dict[str, list[str]]]
    tricks: NotRequired[Tricks]
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


class HeadDocument(TypedDict):
    """A game but for its stanzas."""

    ruleset: str
    id: str
    seats: list[str]
    first_dealer: str
    draw: NotRequired[list[dict[str, str]]]
    scorekeeper: NotRequired[str]
    planned: NotRequired[PlanDocument]
    start: NotRequired[StartDocument]
    absent: NotRequired[list[AbsentDocument]]
    after_last: NotRequired[AfterLastDocument]
    final: NotRequired[dict[str, int]]


class RecordDocument(HeadDocument):
    """A game."""

    format: str
    stanzas: list[StanzaDocument]


def bids_by_player(body: StanzaDocument) -> dict[str, int]:
    pairs: list[Any] = body["bids"]
    return dict(pairs)


def written_bids(bids: Mapping[str, int]) -> Bids:
    return cast(Bids, [[player, bid] for player, bid in bids.items()])
