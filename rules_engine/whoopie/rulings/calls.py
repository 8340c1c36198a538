"""A Whoopie card played without "Whoopie" being said.

Section I, "Trumps and Whoopie cards"; inventory W-30, W-41, readings 5, 19 to 21. Nobody but the table can
hear a call, so that it was missing is a fact and never derived.
"""

from typing import NamedTuple

from rules_engine.cards import JOKER, RANK, TEXT
from rules_engine.whoopie.rulings.outcome import Outcome, costs

RULE = "I/Trumps and Whoopie cards"


class MissingCall(NamedTuple):
    """`player` laid `card`; `defining` gave the denomination: the card turned up or, under a joker turned up,
    the first card of a suit that was led; None while there is none.

    `called` says that he could be heard to call before the next card was played, after the last card of a
    trick before the next lead, after the last of the stanza before the scorekeeper asked.
    """

    player: str
    card: int
    defining: int | None
    called: bool

    def ruled(self) -> Outcome:
        free = self._not_due()
        if free:
            return Outcome(rule=RULE, reason=free, player=self.player)
        if self.called:
            return Outcome(
                rule=RULE, reason=f"{self.player} called {TEXT[self.card]} in time.", player=self.player
            )
        reason = f"{self.player} did not call {TEXT[self.card]} in time and loses a point."
        return Outcome(
            rule=RULE,
            reason=reason,
            player=self.player,
            incident="no-whoopie-call",
            effect=costs("no-whoopie-call"),
        )

    def _not_due(self) -> str:
        """Why no call was due; empty where one was."""
        if self.card == JOKER:
            return "A joker need not be called."
        if self.defining is None or self.defining == JOKER:
            return "There was no Whoopie denomination yet."
        if self.card == self.defining:
            return f"{TEXT[self.card]} gave the denomination by being led; it need not be called."
        if RANK[self.card] != RANK[self.defining]:
            return f"{TEXT[self.card]} is no Whoopie card under {TEXT[self.defining]}."
        return ""
