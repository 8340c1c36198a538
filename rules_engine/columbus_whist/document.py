"""The shape of `columbus-whist/1` as JSON: what is written, and read again by
`rules_engine.columbus_whist.reader`.
"""

from typing import NotRequired, TypedDict


class TeamDocument(TypedDict):
    """A team: its players in the first round, and who came in their place later."""

    name: str
    players: NotRequired[list[str]]
    substitutes: NotRequired[list[str]]


class SaidDocument(TypedDict):
    """A bid that broke a rule: what it counts as, and what was said where that is another."""

    bid: str
    seat: NotRequired[int]
    fault: NotRequired[str]
    said: NotRequired[str]


CallDocument = str | SaidDocument


class RedealDocument(TypedDict):
    """A deal that did not count."""

    kind: str
    by: NotRequired[int]
    choice: NotRequired[str]
    note: NotRequired[str]


class IncidentDocument(RedealDocument):
    """What went wrong in a hand that counted."""

    found: NotRequired[bool]
    turned_by: NotRequired[str]


class HandRulingDocument(TypedDict):
    """What a hand counts as by the director's ruling."""

    points: list[int]
    reason: str
    set: NotRequired[int]


class HandDocument(TypedDict):
    """A hand."""

    bid: str
    by: int
    dealer: NotRequired[int]
    redeals: NotRequired[list[RedealDocument]]
    bids: NotRequired[list[CallDocument]]
    trump: NotRequired[str]
    first_card: NotRequired[str]
    books: NotRequired[list[int]]
    stopped: NotRequired[bool]
    incidents: NotRequired[list[IncidentDocument]]
    score: NotRequired[list[int]]
    ruling: NotRequired[HandRulingDocument]


class SheetEntryDocument(TypedDict):
    """A signature on a sheet, or what was changed on it."""

    signed: NotRequired[int]
    by: NotRequired[str]
    changed: NotRequired[str]


class GameRulingDocument(TypedDict):
    """What a game counts as by the director's ruling."""

    points: list[int]
    reason: str
    winner: NotRequired[int]


class GameDocument(TypedDict):
    """A game of two teams."""

    teams: list[int]
    players: NotRequired[list[str]]
    first_club: NotRequired[int]
    ready: NotRequired[list[int | None]]
    hands: NotRequired[list[HandDocument]]
    ending: NotRequired[str]
    winner: NotRequired[int | None]
    points: NotRequired[list[int]]
    bostons: NotRequired[list[int]]
    sheet: NotRequired[list[SheetEntryDocument]]
    ruling: NotRequired[GameRulingDocument]


class PlayoffDocument(TypedDict):
    """Teams tied at the line, put in an order by a game or by the officials."""

    teams: list[int]
    order: list[int]
    games: NotRequired[list[GameDocument]]
    ruling: NotRequired[str]


class LeaverDocument(TypedDict):
    """A player who left, in which round, and who came in that place."""

    team: int
    player: str
    round: int
    substitute: NotRequired[str]


class PotDocument(TypedDict):
    """The Boston pot: its teams where not all put in, and what each winner takes."""

    cents: int
    teams: NotRequired[list[int]]
    shares: NotRequired[list[list[int]]]


class RefundDocument(TypedDict):
    """What a team was paid back, in cents."""

    team: int
    cents: int
    note: str


class DisorderlyDocument(TypedDict):
    """Disorderly conduct of a team."""

    team: int
    note: str


class RecordDocument(TypedDict):
    """An event."""

    format: str
    ruleset: str
    id: str
    teams: list[TeamDocument]
    rounds: list[list[GameDocument]]
    games: NotRequired[int]
    under_way: NotRequired[bool]
    qualifiers: NotRequired[int]
    totals: NotRequired[list[list[int]]]
    ranking: NotRequired[list[list[int]]]
    qualified: NotRequired[list[int]]
    playoffs: NotRequired[list[PlayoffDocument]]
    leavers: NotRequired[list[LeaverDocument]]
    boston: NotRequired[PotDocument]
    refunds: NotRequired[list[RefundDocument]]
    disorderly: NotRequired[list[DisorderlyDocument]]
    director: NotRequired[str]
    rulings: NotRequired[list[str]]
