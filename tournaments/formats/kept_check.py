"""What a check answered, as it is kept with a report or a sheet, and asked for again.

Terms: as in docs/formats.md; a row is a JSON array, and teams are numbered as in the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

Ranking = list[tuple[int, str, int]]
"""Place, name and score."""


class StanzaOutcome(TypedDict):
    """What a stanza of Whoopie came to as the rules have it; scores are the true totals after it."""

    winners: list[str] | None
    taken: dict[str, int] | None
    delta: dict[str, int]
    scores: dict[str, int]
    trump_after: str | None


class StanzaAnswer(StanzaOutcome):
    """The same with its deal, as the check has it."""

    cards: int
    dealer: str


class GameAnswer(TypedDict):
    """A game between two teams; Columbus Whist also says how it ended."""

    teams: list[int]
    points: list[int]
    winner: int | None
    ending: NotRequired[str | None]
    hands: NotRequired[int]
    bostons: NotRequired[list[int]]


class HandAnswer(TypedDict):
    """A hand of Military Whist by table: flags paid, failed to pay, and held after it."""

    paid: list[int]
    short: list[int]
    held: list[int]


class DayAnswer(TypedDict):
    """A day of Military Whist; no scores where nothing tells them."""

    hands: list[HandAnswer]
    scores: list[int] | None
    lent: list[int]


class PotAnswer(TypedDict):
    """The Boston pot of Columbus Whist, in cents."""

    winners: list[int]
    share: int
    left: int
    hit: bool


class CalledTeam(TypedDict):
    """A team of the record by its name, and its players by letter."""

    name: str
    players: dict[str, str]


class KeptFinding(TypedDict):
    """What is wrong and by which rule; then where, in the places of its game, none where they do not apply. A
    slip that is not as it was ruled names its place, the ruling, and how the slip would keep it."""

    code: str
    severity: str
    rule: str
    message: str
    stanza: NotRequired[int | None]
    trick: NotRequired[int | None]
    player: NotRequired[str | None]
    day: NotRequired[int | None]
    round: NotRequired[int | None]
    stage: NotRequired[int | None]
    playoff: NotRequired[int | None]
    table: NotRequired[int | None]
    hand: NotRequired[int | None]
    decider: NotRequired[int | None]
    team: NotRequired[int | None]
    teams: NotRequired[list[int]]
    place: NotRequired[str]
    ruling: NotRequired[int]
    as_ruled: NotRequired[Mapping[str, object] | None]


class KeptCheck(TypedDict):
    """What every format has, then what belongs to some: the stanzas and final scores of a table; the games,
    days, standings, places and tied teams of an event of teams, and `tables`, its final order."""

    ok: NotRequired[bool]
    findings: list[KeptFinding]
    ranking: Ranking
    stanzas: list[StanzaAnswer]
    player_hands: int
    not_checked: list[str]
    final: NotRequired[dict[str, int]]
    called: NotRequired[list[CalledTeam]]
    tables: NotRequired[list[tuple[int, int]]]
    standings: NotRequired[list[tuple[int, int, int, int]]]
    rounds: NotRequired[list[list[GameAnswer]]]
    seeds: NotRequired[list[int]]
    stages: NotRequired[list[list[GameAnswer]]]
    places: NotRequired[list[int | None]]
    qualified: NotRequired[list[int]]
    boston: NotRequired[PotAnswer | None]
    boston_open: NotRequired[list[tuple[int, int]]]
    days: NotRequired[list[DayAnswer]]
    totals: NotRequired[list[int] | None]


def no_stanzas() -> KeptCheck:
    """The check of a game of which nothing was played."""
    return {"stanzas": [], "findings": [], "final": {}, "ranking": [], "player_hands": 0, "not_checked": []}
