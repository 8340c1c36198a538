"""What is kept of Bid Whist as JSON: the plan of an event, and what its slips say.

Teams are named by their numbers, as the choices of a form have them.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class HandRow(TypedDict):
    """A hand as it was written on the sheet: who bid what, and how it ended."""

    end: str
    by: NotRequired[str]
    bid: NotRequired[str]
    first: NotRequired[str]
    calls: NotRequired[str]
    fault: NotRequired[str]
    against: NotRequired[str]
    said: NotRequired[str]


class SheetSlip(TypedDict, total=False):
    """A scoresheet; also the slip of one more hand, which has one row or the Director's ruling."""

    hands: list[HandRow]
    winner: str
    signed: str
    brought: str
    forfeit: str
    ruling: str


class SwapSlip(TypedDict):
    """Two teams that change their places in a stage of the playoff, and why."""

    one: str
    other: str
    why: str
