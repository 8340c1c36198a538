"""Bids out of turn, changed bids, and bids that nobody may make.

Section II, "Bids out of turn" and "Changing bids"; inventory W-61 to W-65, readings 14, 29 and 30.
"""

from typing import NamedTuple

from rules_engine.whoopie.check.bidding import forbidden_bid
from rules_engine.whoopie.rulings.outcome import Bid, Outcome, WrongFact, costs

RULE = "II/Changing bids"


class BidOutOfTurn(NamedTuple):
    """A bid made while it was the turn of `turn`, `cards` being dealt to each."""

    player: str
    bid: int
    dealer: bool
    cards: int
    turn: str

    def ruled(self) -> Outcome:
        if self.player == self.turn:
            raise WrongFact("turn", "it was their turn")
        effect = costs("bid-out-of-turn", bid=self.bid, dealer=self.dealer)
        became, sentence = self._became()
        lost = f"{self.player} loses a point." if effect.points else "Zero costs nothing."
        return Outcome(
            rule="II/Bids out of turn",
            reason=f"{sentence} {lost} It is the turn of {self.turn}.",
            player=self.player,
            incident="bid-out-of-turn",
            effect=effect,
            bid=became,
            standing=self.bid if became == "stands" else None,
            turn=self.turn,
        )

    def _became(self) -> tuple[Bid, str]:
        if self.dealer:
            return "void", "The dealer's bid out of turn is void; they bid again in turn."
        if is_legal(self.bid, self.cards):
            return "stands", f"{self.player}'s bid of {self.bid} stands."
        return "substitute", f"{self.player}'s bid of {self.bid} is illegal; a legal one takes its place."


class ChangedBid(NamedTuple):
    """A bid of `first` changed to `then`; `others` is what the others bid if he is the dealer, else None."""

    player: str
    first: int
    then: int
    same_breath: bool
    cards: int
    others: int | None

    def ruled(self) -> Outcome:
        counts = self.then if self.same_breath else self.first
        why = "It came in the same breath." if self.same_breath else "It came too late and is void."
        if is_legal(counts, self.cards, self.others):
            reason = f"{why} The bid of {counts} stands."
            incident = None if self.same_breath else "changed-bid"
            return Outcome(
                rule=RULE, reason=reason, player=self.player, incident=incident, bid="stands", standing=counts
            )
        reason = f"{why} The bid of {counts} is illegal; {self.player} substitutes a legal one."
        return Outcome(rule=RULE, reason=reason, player=self.player, incident="illegal-bid", bid="substitute")


class IllegalBid(NamedTuple):
    """A bid that may be illegal; `others` as in `ChangedBid`, `led` says that the opening lead was made."""

    player: str
    bid: int
    cards: int
    others: int | None
    led: bool

    def ruled(self) -> Outcome:
        if is_legal(self.bid, self.cards, self.others):
            reason = f"The bid of {self.bid} is legal and stands."
            return Outcome(rule=RULE, reason=reason, player=self.player, bid="stands", standing=self.bid)
        if self.led and is_legal(self.bid, self.cards):
            reason = "The bids add up to the tricks, but the opening lead is made: the bid stands, free."
            return Outcome(rule=RULE, reason=reason, player=self.player, bid="stands", standing=self.bid)
        reason = f"The bid of {self.bid} is illegal; {self.player} substitutes a legal one, without points."
        return Outcome(rule=RULE, reason=reason, player=self.player, incident="illegal-bid", bid="substitute")


def is_legal(bid: int, cards: int, others: int | None = None) -> bool:
    """Whether so much may be bid; `others` is the sum before the dealer, who must not complete the tricks."""
    return 0 <= bid <= cards and (others is None or bid != forbidden_bid(cards, others))
