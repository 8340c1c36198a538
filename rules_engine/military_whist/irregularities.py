"""What goes wrong at a table, and what follows from it.

9b to 9i; inventory M-19 to M-24, reading 12. Only a revoke found out too late changes a count; everything
else is put right on the spot, by what is said here.

Terms: offender (who did it), at once (before the trick is complete).
"""

from typing import Final, Literal, NamedTuple, get_args

from rules_engine.military_whist import rules
from rules_engine.military_whist.hand import REVOKE

Kind = Literal[
    "revoke",
    "revoke-corrected",
    "out-of-turn",
    "dropped-card",
    "two-cards",
    "misdeal",
    "exposed-before-deal",
    "conduct",
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
MISDEALS: Final = ("faced-card", "too-many-cards", "exposed-in-deal", "dealt-out-of-turn", "interference")


class Consequence(NamedTuple):
    """What follows: tricks awarded to the opponents, and what the players then do.

    `card_returns`: the card goes back to the offender's hand. `partner_may_not_lead`: his partner, in his
    turn, does not lead that suit. `must_play`: the offender plays that card once its suit comes up again.
    `deal_again`: the hand is void and dealt again; `cut_again`: shuffled and cut again before the deal.
    `last_trick_to_the_one_before`: who won the twelfth trick takes the thirteenth, to which one player has no
    card; in No Trump High his partner leads to it, if the lead would have been his.
    """

    rule: str
    tricks: int = 0
    card_returns: bool = False
    partner_may_not_lead: bool = False
    must_play: bool = False
    deal_again: bool = False
    cut_again: bool = False
    last_trick_to_the_one_before: bool = False


CONSEQUENCES: Final[dict[Kind, Consequence]] = {
    "revoke": Consequence(rules.REVOKE, tricks=REVOKE),
    "revoke-corrected": Consequence(rules.REVOKE, card_returns=True),
    "out-of-turn": Consequence(rules.OUT_OF_TURN, card_returns=True, partner_may_not_lead=True),
    "dropped-card": Consequence(rules.DROPPED, must_play=True),
    "two-cards": Consequence(rules.TWO_CARDS, last_trick_to_the_one_before=True),
    "misdeal": Consequence(rules.MISDEAL, deal_again=True),
    "exposed-before-deal": Consequence(rules.CUT, cut_again=True),
    "conduct": Consequence(rules.CONDUCT),
}
