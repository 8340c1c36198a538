"""A game: from hand to hand, and how it ends.

Rules 3, 7 to 10, 28, 29 and 42; inventory C-3, C-8 to C-11, C-23, C-24 and C-32, readings 4, 5, 11 and 12.
Five points above or below nothing end a game, and so do two sets of a team, a set on a bid of one ("odd"),
a renege, a no without a direction, a team that is not seated in five minutes or has left. Five points more
go to the winner once, never twice, where a rule says so; a loser keeps what is below nothing.

Terms: first hand (a game that the bidders lose at minus five in their first hand gives the others five).
"""

from typing import Final, Literal, NamedTuple, get_args

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.hand import HandResult

GAME: Final = 5
EXTRA: Final = 5
SETS: Final = 2
SECONDS_ALLOWED: Final = 300
MOST_BOOKS_ABOVE: Final = 7

Ending = Literal[
    "points", "minus", "first-hand", "sets", "odd", "renege", "no-direction", "late", "left", "ruling"
]
ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)
RULES: Final[dict[Ending, str]] = {
    "points": rules.FIVE,
    "minus": rules.FIVE,
    "first-hand": rules.FIRST_HAND,
    "sets": rules.TWO_SETS,
    "odd": rules.EXPOSED,
    "renege": rules.FIVE_MORE,
    "no-direction": rules.NO_DIRECTION,
    "late": rules.FIVE_MINUTES,
    "left": rules.LEAVER,
    "ruling": rules.DIRECTOR,
}
WITH_EXTRA: Final[frozenset[Ending]] = frozenset(
    {"first-hand", "sets", "odd", "renege", "no-direction", "late", "left"}
)
"""The endings that give the winner five points more."""


class State(NamedTuple):
    """A game after some hands: points and sets of both sides; once it is over, how, and who won.

    `points` have the five points more in them once it is over.
    """

    points: tuple[int, int] = (0, 0)
    sets: tuple[int, int] = (0, 0)
    hands: int = 0
    ending: Ending | None = None
    winner: int | None = None


START: Final = State()


def after(state: State, hand: HandResult, bidder: int, number: int, by_renege: bool = False) -> State:
    """The game after a further hand, `bidder` the side that bid `number`."""
    one, other = hand.points
    points = (state.points[0] + one, state.points[1] + other)
    sets = (state.sets[0] + (hand.set_side == 0), state.sets[1] + (hand.set_side == 1))
    come = State(points, sets, state.hands + 1)
    if hand.game_to is not None:
        return ended(come, hand.game_to, "renege" if by_renege else "no-direction")
    if hand.set_side is not None:
        loser = hand.set_side
        if number == 1:
            return ended(come, 1 - loser, "odd")
        if sets[loser] >= SETS:
            return ended(come, 1 - loser, "sets")
        if points[loser] <= -GAME:
            first = state.hands == 0 and loser == bidder
            return ended(come, 1 - loser, "first-hand" if first else "minus")
    for side in (0, 1):
        if points[side] >= GAME:
            return ended(come, side, "points")
    return come


def ended(state: State, winner: int, ending: Ending) -> State:
    """The game over, with the five points more if this ending gives them."""
    one, other = state.points
    if ending in WITH_EXTRA:
        one += EXTRA * (winner == 0)
        other += EXTRA * (winner == 1)
    return state._replace(points=(one, other), ending=ending, winner=winner)


def late(seconds: int | None) -> bool:
    """Whether a team seated ready so long after the start, or never, loses the game (10)."""
    return seconds is None or seconds > SECONDS_ALLOWED


def possible(ending: Ending, winner: int, loser: int) -> bool:
    """Whether a game can end so with these points, whatever its hands were."""
    if ending == "ruling":
        return True
    if ending == "late":
        return (winner, loser) == (EXTRA, 0)
    if ending == "first-hand":
        return winner == EXTRA and -MOST_BOOKS_ABOVE <= loser <= -GAME
    lowest = _lowest(ending)
    before = winner - EXTRA if ending in WITH_EXTRA else winner
    if ending == "points":
        return GAME <= before < GAME + MOST_BOOKS_ABOVE and -GAME < loser < GAME
    highest = {"minus": -GAME, "sets": GAME - 3, "odd": GAME - 2}.get(ending, GAME - 1)
    return -GAME < before < GAME and lowest <= loser <= highest


def _lowest(ending: Ending) -> int:
    """The fewest points that a loser can have: one set is behind it at most, of four, and no more."""
    below = {"minus": MOST_BOOKS_ABOVE, "sets": GAME - 1 + MOST_BOOKS_ABOVE, "odd": GAME}
    return -below.get(ending, GAME - 1)
