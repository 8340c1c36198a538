"""What goes wrong at a table, and what follows from it.

Rules 12 to 39; inventory C-13 to C-20, C-23 to C-29 and C-33, reading 11. Some infractions void the hand,
some let the opponents choose, some set a team or award the game; of the others the text names no penalty,
and the director rules. Where a choice is due, nothing follows before the opponents have made it.

Terms: offender (the team whose player did it), redeal (the hand is void, the correct player deals again),
choice (what the opponents took; the first one offered is what the text does unasked, if it does anything).
"""

from typing import Final, Literal, NamedTuple, get_args

from rules_engine.columbus_whist import rules
from rules_engine.sentences import OR, Several, says

Kind = Literal[
    "exposed-in-deal",
    "wrong-dealer",
    "count-before-play",
    "count-of-both",
    "exposed-before-bidding",
    "said-trump",
    "dragged-bid",
    "bid-out-of-turn",
    "no-direction",
    "exposed",
    "out-of-turn",
    "stopped",
    "count-of-bidders",
    "count-of-others",
    "renege",
    "book-reopened",
    "card-named",
    "conduct",
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Choice = Literal["continue", "re-deal", "set", "points"]
CHOICES: Final[tuple[Choice, ...]] = get_args(Choice)
Effect = Literal["redeal", "set", "points", "game", "none"]


class Consequence(NamedTuple):
    """What follows from an infraction: the effect of each choice of the opponents.

    `unasked` is the effect where no choice is noted; None where one is needed. `offender` says whether the
    text blames a team at all; `bidders` whether that must be the bidding team (true) or the other (false).
    """

    rule: str
    unasked: Effect | None
    choices: tuple[tuple[Choice, Effect], ...] = ()
    offender: bool = True
    bidders: bool | None = None


_OR_REDEAL: Final[tuple[tuple[Choice, Effect], ...]] = (("continue", "none"), ("re-deal", "redeal"))
_SET_UNLESS: Final[tuple[tuple[Choice, Effect], ...]] = (("set", "set"), ("continue", "none"))
_POINTS_OR: Final[tuple[tuple[Choice, Effect], ...]] = (("points", "points"), ("continue", "none"))

CONSEQUENCES: Final[dict[Kind, Consequence]] = {
    "exposed-in-deal": Consequence(rules.MISDEAL, "redeal", offender=False),
    "wrong-dealer": Consequence(rules.MISDEAL, "redeal", offender=False),
    "count-before-play": Consequence(rules.MISDEAL, "redeal", offender=False),
    "count-of-both": Consequence(rules.BOTH_COUNTS, "redeal", offender=False),
    "exposed-before-bidding": Consequence(rules.EXPOSED_BEFORE_BIDDING, None, _OR_REDEAL),
    "said-trump": Consequence(rules.IMPROPER_WORD, None, _OR_REDEAL),
    "dragged-bid": Consequence(rules.DRAGGED, None, _OR_REDEAL),
    "bid-out-of-turn": Consequence(rules.OUT_OF_TURN_BID, None, _OR_REDEAL),
    "no-direction": Consequence(rules.NO_DIRECTION, "game", bidders=True),
    "exposed": Consequence(rules.EXPOSED, "set", _SET_UNLESS),
    "out-of-turn": Consequence(rules.EXPOSED, "set", _SET_UNLESS),
    "stopped": Consequence(rules.PLAYED_OUT, "set", _SET_UNLESS),
    "count-of-bidders": Consequence(rules.BIDDERS_COUNT, "set", bidders=True),
    "count-of-others": Consequence(rules.OTHERS_COUNT, None, _POINTS_OR, bidders=False),
    "renege": Consequence(rules.FIVE_MORE, "game"),
    "book-reopened": Consequence(rules.BOOKS_CLOSED, "none", offender=False),
    "card-named": Consequence(rules.CARD_NAMED, "none", offender=False),
    "conduct": Consequence(rules.SILENCE, "none", offender=False),
}
REDEALS: Final = tuple(
    kind
    for kind in KINDS
    if CONSEQUENCES[kind].unasked == "redeal" or ("re-deal", "redeal") in CONSEQUENCES[kind].choices
)
"""The infractions for which a hand may be dealt again."""

_EFFECTS: Final[dict[Kind, dict[Choice | None, Effect]]] = {
    kind: dict(consequence.choices) | ({} if consequence.unasked is None else {None: consequence.unasked})
    for kind, consequence in CONSEQUENCES.items()
}


class UndecidedError(ValueError):
    """The opponents have not chosen, or chose what the rule does not offer; `offered` is what it does."""

    def __init__(self, message: str, offered: str) -> None:
        super().__init__(message)
        self.offered = offered


def effect(kind: Kind, choice: Choice | None = None) -> Effect:
    """What follows once the opponents have chosen.

    Raises:
        UndecidedError: a choice is due, or this one is not theirs to make.
    """
    known = settled(kind, choice)
    if known is not None:
        return known
    offered: str = Several([says(name) for name, _ in CONSEQUENCES[kind].choices], OR) or says("nothing")
    if choice is None:
        raise UndecidedError(f"the opponents choose: {offered}", offered)
    raise UndecidedError(f"here the opponents choose {offered}", offered)


def settled(kind: Kind, choice: Choice | None) -> Effect | None:
    """What follows; None where a choice is due, or this one is not the opponents' to make."""
    return _EFFECTS[kind].get(choice)


def renege(established: bool) -> Effect:
    """What a call of renege comes to: the game if the director found one, otherwise nothing (reading 11)."""
    return "game" if established else "none"
