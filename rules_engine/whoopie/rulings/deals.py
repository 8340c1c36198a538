"""Misdeals, and hands with a wrong number of cards.

Section II, "Misdeals" and "Incorrect number of cards"; inventory W-54 to W-60, readings 27 and 28.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from rules_engine.whoopie.rulings.outcome import Outcome, WrongFact

Fault = Literal["card-exposed", "undealt-card-exposed", "wrong-dealer", "wrong-count"]
Stage = Literal["dealing", "bidding", "before-the-lead", "playing"]
STAGES: tuple[Stage, ...] = get_args(Stage)
RULE = "II/Misdeals"
# The last stage at which the fault is still a misdeal, and what it is when it is noticed later.
UNTIL: Mapping[Fault, tuple[Stage, str]] = {
    "card-exposed": ("dealing", "After the deal a player's exposed card is a penalty card, no misdeal."),
    "undealt-card-exposed": ("before-the-lead", "After the opening lead the stanza is played out."),
    "wrong-dealer": ("bidding", "The bidding is finished: the stanza counts, and the deal goes on from it."),
    "wrong-count": ("bidding", "The bidding is finished: each plays out the cards that they have."),
}


class Misdeal(NamedTuple):
    """A fault of the deal, noticed at a `stage`; `dealer` is the one whose deal it is."""

    fault: Fault
    stage: Stage
    dealer: str

    def ruled(self) -> Outcome:
        last, later = UNTIL[self.fault]
        if STAGES.index(self.stage) > STAGES.index(last):
            return Outcome(rule=RULE, reason=later)
        reason = f"{self.dealer} deals again; bids are void, and what was incurred before stays."
        return Outcome(rule=RULE, reason=reason, incident="misdeal", bid="void", redeal=self.dealer)


class WrongCount(NamedTuple):
    """A hand of `held` instead of `cards`, noticed once the bidding was finished.

    `won_with_last` says that he has just won a trick with his last card; `left` are the others clockwise from
    his left, each with how many cards he still holds.
    """

    player: str
    held: int
    cards: int
    won_with_last: bool
    left: tuple[tuple[str, int], ...]

    def ruled(self) -> Outcome:
        rule = "II/Incorrect number of cards"
        if self.held == self.cards or self.held < 0:
            raise WrongFact("held", "that is no wrong number of cards")
        reason = (
            f"{self.player} plays out the {self.held} cards that they have; {self.cards} tricks are played."
        )
        if not self.won_with_last:
            return Outcome(rule=rule, reason=reason, player=self.player, incident="wrong-card-count")
        leads = next((player for player, cards in self.left if cards > 0), None)
        reason += f" The lead passes to {leads}." if leads else " Nobody has a card left to lead."
        return Outcome(rule=rule, reason=reason, player=self.player, incident="wrong-card-count", leads=leads)
