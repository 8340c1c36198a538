"""What a ruling changes: in the scores, in the bidding, on the table, and what is done next.

Section II; everything that is not said stays as it is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple

from rules_engine.cards import seniority, texts
from rules_engine.whoopie.scoring import IncidentEffect, incident_effect

Bid = Literal["stands", "void", "substitute"]
Trick = Literal["stands", "returned"]
NO_EFFECT = IncidentEffect(0, False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """All that follows from one irregularity.

    `incident` is the kind that the stanza's record gets (None for none), which changes `player`'s score by
    `effect`. `bid` is what becomes of the bid in question: it stands, is void and made again in turn, or is
    replaced by a legal one now; `standing` the number that stands. `penalty_cards` are all that lie before
    a player after the ruling, oldest first. `returned` says whose cards go back into his hand; `may_change`
    who may then play another. `turn` is whose turn it is to bid or play, `leads` who leads the next trick,
    `redeal` who deals again. `type_1` says that improper information was found besides.
    """

    rule: str
    reason: str
    player: str = ""
    incident: str | None = None
    effect: IncidentEffect = NO_EFFECT
    bid: Bid | None = None
    standing: int | None = None
    penalty_cards: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    trick: Trick | None = None
    returned: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    may_change: tuple[str, ...] = ()
    turn: str | None = None
    leads: str | None = None
    redeal: str | None = None
    type_1: bool = False


class WrongFact(ValueError):
    """What is wrong with which fact: it cannot be, or it contradicts another."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


class LaidCard(NamedTuple):
    """A card that somebody laid."""

    player: str
    card: int


def aged(lying: Iterable[int], exposed: Iterable[int]) -> tuple[int, ...]:
    """A player's penalty cards, oldest first, after one act has added the `exposed` (W-48, W-51)."""
    return (*lying, *sorted(exposed, key=seniority))


def costs(kind: str, *, bid: int = 0, dealer: bool = False) -> IncidentEffect:
    return incident_effect(kind, bid=bid, dealer=dealer)


def plain_outcome(outcome: Outcome) -> dict[str, Any]:
    """The outcome as JSON has it: cards by their texts, `points` and `fails_bid` in place of the effect."""
    plain = {field.name: getattr(outcome, field.name) for field in fields(outcome)}
    effect: IncidentEffect = plain.pop("effect")
    lists = ("penalty_cards", "returned")
    of_cards = {name: {who: texts(cards) for who, cards in plain[name].items()} for name in lists}
    return {
        **plain,
        **effect._asdict(),
        **of_cards,
        "may_change": list(outcome.may_change),
    }
