"""Rulings on what goes wrong at a table: what each needs to know, and what follows from it.

Purpose: an Acting Executor says what happened; the effect is computed, never typed. Every irregularity is
one value whose fields are the facts that its ruling needs (`facts_of`) and whose `ruled` gives the effect, or
a `WrongFact` where the facts contradict each other. Invariants: points and failed bids are those of
`rules_engine.whoopie.scoring`, so a ruling and the record that it makes agree. Inventory W-30, W-42 to
W-74, W-99, W-100, readings 19 to 33 and 45.
Terms: outcome (all that a ruling changes); act (one moment in which one player shows cards).
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from rules_engine.whoopie.rulings.bids import BidOutOfTurn, ChangedBid, IllegalBid
from rules_engine.whoopie.rulings.calls import MissingCall
from rules_engine.whoopie.rulings.deals import Misdeal, WrongCount
from rules_engine.whoopie.rulings.information import ImproperInformation
from rules_engine.whoopie.rulings.outcome import Outcome
from rules_engine.whoopie.rulings.revokes import Revoke
from rules_engine.whoopie.rulings.table import ExposedCards, OlderCardDue, PlayedCard, PlayedOutOfTurn

Irregularity: TypeAlias = (
    MissingCall
    | PlayedCard
    | PlayedOutOfTurn
    | ExposedCards
    | OlderCardDue
    | Misdeal
    | WrongCount
    | BidOutOfTurn
    | ChangedBid
    | IllegalBid
    | Revoke
    | ImproperInformation
)
FORMS: Final[Mapping[str, type[Irregularity]]] = {
    "no-whoopie-call": MissingCall,
    "played-card": PlayedCard,
    "played-out-of-turn": PlayedOutOfTurn,
    "exposed-card": ExposedCards,
    "older-penalty-card": OlderCardDue,
    "misdeal": Misdeal,
    "wrong-card-count": WrongCount,
    "bid-out-of-turn": BidOutOfTurn,
    "changed-bid": ChangedBid,
    "illegal-bid": IllegalBid,
    "revoke": Revoke,
    "improper-information": ImproperInformation,
}


def facts_of(irregularity: str) -> tuple[str, ...]:
    """The facts that a ruling on it needs, in the order in which one asks for them.

    Raises:
        KeyError: for what is none of `FORMS`.
    """
    fields: tuple[str, ...] = FORMS[irregularity]._fields
    return fields


__all__ = ["FORMS", "Irregularity", "Outcome", "facts_of"]
