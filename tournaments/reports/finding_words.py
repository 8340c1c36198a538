"""What each kind of finding is called, for people; programs go by its code.

Invariant: every code of the page of formats has its words (a test holds it so).
"""

from __future__ import annotations

from typing import Final

from sanctioning.kit.wording.localised import lazily as _lazy

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
    "not-as-ruled": _lazy("slip that tells otherwise than a ruling"),
    "count-before": _lazy("flags before play"),
    "count-after": _lazy("flags at the end"),
    "day-score": _lazy("score of a day"),
    "total": _lazy("total of the days"),
    "trick-sum": _lazy("tricks that are not thirteen"),
    "flags-won": _lazy("flags that went with the visitors"),
    "loan-missing": _lazy("flags paid that were not there"),
    "loan-unneeded": _lazy("loan to a table with flags of its own"),
    "loan-elsewhere": _lazy("loan in a hand of another day"),
    "return-unfounded": _lazy("return of flags that were not on loan"),
    "rotation-move": _lazy("tables to which the pairs went"),
    "dealer-not-out": _lazy("dealer who stays at home"),
    "move-home": _lazy("pair at its own table"),
    "move-crowded": _lazy("two pairs at one table"),
    "pairs-uneven": _lazy("pairs that go out unequally"),
    "visits-uneven": _lazy("unequal visits"),
    "meetings-uneven": _lazy("unequal meetings"),
    "origin-full": _lazy("too many teams of one origin"),
    "table-order": _lazy("order of the zones at the tables"),
    "team-count": _lazy("number of teams"),
    "tie-open": _lazy("tie that is still to be decided"),
    "tie-bye": _lazy("team that has the bye"),
    "tie-trump": _lazy("trump of an extra hand"),
    "tie-dealer": _lazy("dealer of an extra hand"),
    "advancing": _lazy("teams that advance"),
}


def words_of(code: str) -> str:
    """The words of a code; of one that nobody has named yet, the code itself without its dashes."""
    return str(WORDS.get(code, code.replace("-", " ")))
