"""When a renege may be called, by whom, and what it brings.

Section 6 and R5, R6, R8, R15, R16, R18 to R20, R22; inventory B-27, B-28, B-30 to B-35, reading 12. Only the
other team may call, and it may always play on instead. A renege called ends the hand: the callers get the
bid on the table, whoever bid it, a No bid double. What was said too early or out of turn before there was a
bid counts as the bid itself. Who calls wrongly gives the accused the same choice.

Terms: offenders (the team that did it; in a wrong call the team that called), standing (the bid on the
table), improper (a bid that was said as it may not be).
"""

from typing import Final, Literal, NamedTuple, get_args

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.bids import Bid
from rules_engine.sentences import Said, says

Fault = Literal[
    "suit-not-followed",
    "bid-out-of-turn",
    "played-out-of-turn",
    "joker-kept",
    "card-exposed",
    "book-turned",
    "direction-early",
    "trump-early",
    "wrong-call",
]
FAULTS: Final[tuple[Fault, ...]] = get_args(Fault)

RULES: Final[dict[Fault, str]] = {
    "suit-not-followed": rules.SUIT,
    "bid-out-of-turn": rules.OUT_OF_TURN,
    "played-out-of-turn": rules.OUT_OF_TURN,
    "joker-kept": rules.JOKER,
    "card-exposed": rules.EXPOSED,
    "book-turned": rules.BOOK_TURNED,
    "direction-early": rules.DIRECTION_EARLY,
    "trump-early": rules.TRUMP_EARLY,
    "wrong-call": rules.WRONG_CALL,
}
_IN_BIDDING: Final = frozenset({"bid-out-of-turn", "direction-early", "trump-early"})
_NAMED_EARLY: Final = frozenset({"direction-early", "trump-early"})


class RenegeCall(NamedTuple):
    """Whether a renege may be called now, by which rule, and why or why not."""

    allowed: bool
    rule: str
    reason: Said


def may_call(
    fault: Fault, *, own: bool = False, warnings: int = 0, follows_suit: bool = False, no_bid: bool = True
) -> RenegeCall:
    """Whether a team may call a renege for this fault.

    `own`: it is the caller's own team that did it. `warnings`: how often the offenders were warned for
    turning a book early. `follows_suit`: the card exposed follows the suit led. `no_bid`: the hand is
    played in a No bid.
    """
    rule = RULES[fault]
    if own:
        return RenegeCall(False, rules.OWN_RENEGE, says("A team cannot call a renege on itself."))
    if fault == "book-turned" and warnings == 0:
        return RenegeCall(False, rule, says("The first time is a warning, and the card is played."))
    if fault == "card-exposed" and follows_suit:
        return RenegeCall(False, rule, says("The card exposed is played; it follows suit."))
    if fault == "joker-kept" and not no_bid:
        return RenegeCall(False, rule, says("A joker must go only in a No bid."))
    return RenegeCall(True, rule, says("A renege may be called, or play continued."))


def awarded(fault: Fault, standing: Bid | None, improper: Bid | None = None) -> Bid | None:
    """The bid whose points the callers get; None where no bid is told that could be awarded."""
    if fault in _NAMED_EARLY:
        return improper or standing
    if fault in _IN_BIDDING:
        return standing or improper
    return standing
