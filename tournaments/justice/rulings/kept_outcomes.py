"""What a ruling brought as it is kept: by the engine of a table of stanzas, or by the book of an event's own
game. Nothing is kept of a ruling on a question that has no form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict


class OutcomePart(TypedDict):
    """What follows of one irregularity, as `rules_engine.whoopie.rulings.outcome` has it."""

    rule: str
    reason: str
    player: str
    incident: str | None
    points: int
    fails_bid: bool
    bid: str | None
    standing: int | None
    penalty_cards: dict[str, list[str]]
    trick: str | None
    returned: dict[str, list[str]]
    may_change: list[str]
    turn: str | None
    leads: str | None
    redeal: str | None
    type_1: bool


class KeptConsequence(TypedDict):
    """A code of the format's words, and what those need."""

    code: str
    said: dict[str, object]


class KeptOutcome(OutcomePart):
    """The outcome at a table of stanzas; what was found besides, and the kinds by which it is searched."""

    besides: NotRequired[list[OutcomePart]]
    kinds: NotRequired[dict[str, bool]]


class BookOutcome(TypedDict):
    """The outcome by a game's book, with the format whose words say it."""

    format: str
    rule: str
    consequences: list[KeptConsequence]
    kinds: dict[str, bool]


class ShownOutcome(TypedDict, total=False):
    """What a ruling brought: at a table of stanzas as the engine of Whoopie has it, at another game the
    consequences by its book; `held` of a vote."""

    rule: str
    reason: str
    player: str
    incident: str | None
    points: int
    fails_bid: bool
    bid: str | None
    standing: int | None
    penalty_cards: dict[str, list[str]]
    trick: str | None
    returned: dict[str, list[str]]
    may_change: list[str]
    turn: str | None
    leads: str | None
    redeal: str | None
    type_1: bool
    besides: list[OutcomePart]
    format: str
    consequences: list[KeptConsequence]
    kinds: dict[str, bool]
    held: bool


AnyOutcome = Mapping[str, Any]
"""One of the two, or nothing."""
