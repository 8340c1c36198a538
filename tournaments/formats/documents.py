"""JSON that the site hands on without a look inside: its shape is known to the format alone, which gives it a
type of its own (`rules_engine.<game>.document` for records).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

Planned = Mapping[str, object]
"""How a game is to end, as it was fixed before the first deal."""
Record = Mapping[str, Any]
"""A whole record, of the format that it names."""


class GamePlan(TypedDict, total=False):
    """When a game of Whoopie ends: one of `stanzas`, `cycles` and `until`. What a game of teams plays: the
    `level`, `days` and movement of Military Whist, the `games` of Columbus Whist, the `tournament` of Bid
    Whist."""

    stanzas: int
    cycles: int
    until: str
    level: str
    days: list[list[int]]
    moves: str
    pattern: str
    games: int
    qualifiers: int | None
    pot_cents: int
    tournament: str


ShownPlan = Annotated[Planned, GamePlan]
"""A plan as the description of the API has it; a game from a plug-in may have other members."""


class TeamFacts(TypedDict, total=False):
    """What a format asks of a team besides its players: where teams go on from event to event, the one that
    they come from and their place there."""

    origin: str
    place: int
