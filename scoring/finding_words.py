"""What each kind of finding is called, for people; programs go by its code.

Invariant: every code of the page of formats has its words (a test holds it so).
"""

from __future__ import annotations

from typing import Final

from sanctioning.localised import lazily as _lazy

WORDS: Final = {
    "player-count": _lazy("number of players"),
    "first-dealer-draw": _lazy("draw for the First Dealer"),
    "scorekeeper-draw": _lazy("draw for the scorekeeper"),
    "cards-per-player": _lazy("hand size that was due"),
    "dealer-rotation": _lazy("dealer who was due"),
    "bid-order": _lazy("order of bidding"),
    "bid-missing": _lazy("missing bid"),
    "bid-range": _lazy("impossible bid"),
    "bid-dealer-sum": _lazy("the dealer's forbidden bid"),
    "card-invalid": _lazy("no such card"),
    "card-repeated": _lazy("card played too often"),
    "card-not-held": _lazy("card that was not held"),
    "hand-size": _lazy("size of a hand"),
    "play-turn": _lazy("turn to play"),
    "trick-count": _lazy("number of tricks"),
    "trick-size": _lazy("cards in a trick"),
    "revoke": _lazy("revoke without an incident"),
    "penalty-card": _lazy("penalty card that was due"),
    "taken-sum": _lazy("sum of the tricks"),
    "taken-mismatch": _lazy("tricks taken"),
    "made-impossible": _lazy("bid that cannot be made"),
    "incident-unsupported": _lazy("incident that the record contradicts"),
    "repetition": _lazy("third violation of type 1"),
    "entry-score": _lazy("score on entering"),
    "score-mismatch": _lazy("running total"),
    "extrapolation": _lazy("extrapolated score"),
    "final-mismatch": _lazy("final score"),
    "record-malformed": _lazy("record that cannot be read"),
    "not-as-planned": _lazy("end of the game against its plan"),
    "plan-unreadable": _lazy("plan that cannot be read"),
}


def words_of(code: str) -> str:
    """The words of a code; of one that nobody has named yet, the code itself without its dashes."""
    return str(WORDS.get(code, code.replace("-", " ")))
