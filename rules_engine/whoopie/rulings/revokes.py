"""Revokes: put right in time, or standing with what they cost.

Section II, "Revokes"; inventory W-66 to W-74, readings 31 to 33.
"""

from typing import Literal, NamedTuple

from rules_engine.cards import NO_SUIT, SUIT
from rules_engine.whoopie.rulings.outcome import LaidCard, Outcome, aged, costs

FoundBy = Literal["offender", "another", "check"]
RULE = "II/Revokes"


class Revoke(NamedTuple):
    """`player` laid `card` although he held the suit `led` (`held_suit`), and `found_by` called attention.

    `after` are the plays to that trick after his, `next_plays` those to the next trick so far. `separable`
    says that the cards can still be told apart; `bidding_begun` that the next stanza's first bid was made, or
    after the last stanza the final sheet confirmed. `lying` are his penalty cards from before, oldest first.
    """

    player: str
    card: int
    led: int
    held_suit: bool
    found_by: FoundBy
    after: tuple[LaidCard, ...]
    next_plays: tuple[LaidCard, ...]
    separable: bool
    bidding_begun: bool
    lying: tuple[int, ...]

    def ruled(self) -> Outcome:
        if self.led == NO_SUIT or SUIT[self.card] == self.led or not self.held_suit:
            return Outcome(
                rule=RULE, reason=f"{self.player} followed suit or could not: no revoke.", player=self.player
            )
        if self.bidding_begun:
            reason = "The bidding for the next stanza had begun: no penalty, the trick stands."
            return self._stands("revoke-late", reason)
        if self.in_time:
            return self._corrected()
        if self.found_by == "offender":
            reason = f"{self.player} called attention first: one point and the bid; the trick stands."
            return self._stands("revoke-self", reason)
        reason = f"{self.player} did not call attention first: four points and the bid; the trick stands."
        return self._stands("revoke-other", reason)

    @property
    def in_time(self) -> bool:
        """Nobody but the offender has played to the next trick, and the cards can be given back."""
        return self.separable and all(play.player == self.player for play in self.next_plays)

    def _stands(self, kind: str, reason: str) -> Outcome:
        return Outcome(
            rule=RULE, reason=reason, player=self.player, incident=kind, effect=costs(kind), trick="stands"
        )

    def _corrected(self) -> Outcome:
        lying = aged(self.lying, [self.card])
        for play in self.next_plays:
            lying = aged(lying, [play.card])
        returned: dict[str, tuple[int, ...]] = {}
        for player, card in self.after:
            returned[player] = (*returned.get(player, ()), card)
        reason = (
            f"{self.player} follows suit; the wrong card is a penalty card and they lose a point."
            " Those who played later may change their card."
        )
        return Outcome(
            rule=RULE,
            reason=reason,
            player=self.player,
            incident="revoke-corrected",
            effect=costs("revoke-corrected"),
            penalty_cards={self.player: lying},
            trick="returned",
            returned=returned,
            may_change=tuple(returned),
            turn=self.player,
        )
