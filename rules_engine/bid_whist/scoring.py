"""Points of a hand, and who wins a round.

R5, section 6 and section 3; inventory B-23, B-24, B-31 to B-36, readings 1 to 4. A bid made is worth the
level at which it was made, a bid set is worth its own level to the other team, a No bid doubles both. How
many books a level takes is not in the text, so players report the level made or the set. A renege called is
worth what `reneges.awarded` says. Points are never negative. A round goes to the team with more points;
equal, it goes to one more hand, or as the Director rules.

Terms: side (0 for the team that stays at the table, 1 for the moving team).
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from rules_engine.bid_whist.bids import Bid, points
from rules_engine.bid_whist.reneges import Fault, awarded


class CalledRenege(NamedTuple):
    """A renege that was called: what was done, by which side, and the improper bid where that was it."""

    fault: Fault
    by: int
    improper: Bid | None = None


class ScoredHand(NamedTuple):
    """A hand: the side and bid that won the bidding, the level made (None for set), the renege called."""

    bidder: int | None
    bid: Bid | None
    made: int | None = None
    renege: CalledRenege | None = None


Points = tuple[int, int]
NOTHING: Final[Points] = (0, 0)


def to_side(side: int, won: int) -> Points:
    """Points of one side, none of the other."""
    return (won, 0) if side == 0 else (0, won)


def hand_points(hand: ScoredHand) -> Points:
    """What each side earns in a hand.

    Raises:
        ValueError: for a hand of which neither a bid nor an award is told.
    """
    if hand.renege is not None:
        award = awarded(hand.renege.fault, hand.bid, hand.renege.improper)
        if award is None:
            raise ValueError("no bid is told that could be awarded")
        return to_side(1 - hand.renege.by, points(award))
    if hand.bidder is None or hand.bid is None:
        raise ValueError("a hand that everybody passed is dealt again")
    if hand.made is None:
        return to_side(1 - hand.bidder, points(hand.bid))
    return to_side(hand.bidder, points(hand.bid, hand.made))


def added(hands: Iterable[Points]) -> Points:
    """The totals of a scoresheet."""
    total = NOTHING
    for hand in hands:
        total = plus(total, hand)
    return total


def plus(hand: Points, other: Points) -> Points:
    """Two hands together."""
    return hand[0] + other[0], hand[1] + other[1]


def round_winner(totals: Points, extra: Points | None = None) -> int | None:
    """The side that wins the round, after a further hand where there was one; None where it is open."""
    for first, second in (totals, extra or NOTHING):
        if first != second:
            return 0 if first > second else 1
    return None
