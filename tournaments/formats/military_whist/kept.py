"""What is kept of Military Whist as JSON: the plan of an event, and what its slips say.

The slips of a play-off name their fields after its teams, and have no type of their own.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

from tournaments.formats.documents import Planned


class EventPlan(TypedDict):
    """The level, the hands of each session by day, and how pairs move."""

    level: str
    days: list[list[int]]
    moves: str
    pattern: str


class HandSlip(TypedDict):
    """The tricks at one table, as they fell."""

    visitors: int
    home: NotRequired[int]
    flags: NotRequired[int]
    revokes_visitors: NotRequired[int]
    revokes_home: NotRequired[int]
    incident: NotRequired[str]


class LoanSlip(TypedDict):
    """Flags lent or returned at a table, in which hand."""

    kind: str
    table: int
    hand: int
    flags: int


class SheetSlip(TypedDict):
    """The leader's own sheet, a line for each hand."""

    lines: str


def plan_of(planned: Planned) -> EventPlan:
    """The plan of an event of this game."""
    return cast(EventPlan, planned)
