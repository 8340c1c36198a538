"""What is kept of Columbus Whist as JSON: the plan of an event, and the rows of its sheets.

A sheet names some of its fields after its teams, so that as a whole it has no type of its own.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

from rules_engine.columbus_whist.infractions import Choice, Kind
from tournaments.formats.documents import Planned


class EventPlan(TypedDict):
    """The games of each team, how many teams go on, and what each pair puts into the pot, in cents."""

    games: int
    qualifiers: int | None
    pot_cents: int


class HandRow(TypedDict, total=False):
    """A hand: its bidding, the bid that won and who made it, the trump, the books of the bidders and of the
    others; beside them the score of each team, named after it."""

    dealer: str
    bids: str
    bid: str
    by: str
    trump: str
    first: str
    books: int
    others: int


class WrongRow(TypedDict):
    """What went wrong, and in which hand; what was chosen, found or noted of it."""

    kind: Kind
    hand: NotRequired[int]
    by: NotRequired[str]
    choice: NotRequired[Choice]
    found: NotRequired[str]
    turned: NotRequired[str]
    note: NotRequired[str]


class RulingRow(TypedDict):
    """A hand that counts as the director ruled; beside it the points of each team, named after it."""

    hand: int
    reason: str
    set: NotRequired[str]


class PotSlip(TypedDict, total=False):
    """The numbers of the teams that did not put into the Boston pot."""

    out: str


def plan_of(planned: Planned) -> EventPlan:
    """The plan of an event of this game."""
    return cast(EventPlan, planned)
