"""Improper information: looking at another's closed hand, or showing cards of one's own, on purpose.

Section III, "Improper Information" and "Penalties"; inventory W-99, W-100, W-107, W-108, readings 26, 45, 46
and 60.
"""

from typing import Literal, NamedTuple, get_args

from rules_engine.whoopie.rulings.outcome import Outcome, WrongFact, costs

Act = Literal["looked", "showed"]
ACTS: tuple[Act, ...] = get_args(Act)
RULE = "III/Improper Information"
REPEATED = 2


class ImproperInformation(NamedTuple):
    """What the Acting Executor found done on purpose; `earlier` acts of his in this game and its parents."""

    player: str
    act: Act
    earlier: int

    def ruled(self) -> Outcome:
        if self.earlier < 0:
            raise WrongFact("earlier", "what happened earlier is counted from 0")
        if self.earlier >= REPEATED:
            reason = (
                f"{self.player} has done so {self.earlier} times in this game: type 2, a vote may follow."
            )
            return Outcome(rule=RULE, reason=reason, player=self.player, incident="type-2-finding")
        reason = f"Type 1: {self.player} loses four points and fails in their current bid, or in the next."
        return Outcome(
            rule=RULE, reason=reason, player=self.player, incident="type-1", effect=costs("type-1")
        )
