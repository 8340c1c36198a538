"""A game: from hand to hand, and how it ends.

Rules 3, 7 to 10, 28, 29 and 42; inventory C-3, C-8 to C-11, C-23, C-24 and C-32, readings 4, 5, 11 and 12.
Five points above or below nothing end a game, and so do two sets of a team, a set on a bid of one ("odd"),
a renege, a no without a direction, a team that is not seated in five minutes or has left. Five points more
go to the winner once, never twice, where a rule says so; a loser keeps what is below nothing.

Terms: first hand (a game that the bidders lose at minus five in their first hand gives the others five).
"""

from typing import Final, Literal, final, get_args

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


Both = tuple[int, int]
"""What the two sides have."""


@final
class State:
    """A game after some hands: points and sets of both sides; once it is over, how, and who won.

    `points` have the five points more in them once it is over.
    """

    __slots__ = ("ending", "hands", "points", "sets", "winner")

    def __init__(
        self,
        points: Both = (0, 0),
        sets: Both = (0, 0),
        hands: int = 0,
        ending: Ending | None = None,
        winner: int | None = None,
    ) -> None:
        self.points: Final = points
        self.sets: Final = sets
        self.hands: Final = hands
        self.ending: Final[Ending | None] = ending
        self.winner: Final = winner

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and (self.points, self.sets, self.hands) == (other.points, other.sets, other.hands)
            and (self.ending, self.winner) == (other.ending, other.winner)
        )

    def __hash__(self) -> int:
        return hash((self.points, self.sets, self.hands, self.ending, self.winner))

    def with_points(self, points: Both) -> "State":
        """The same, had both sides these points."""
        return State(points, self.sets, self.hands, self.ending, self.winner)


START: Final = State()


def after(state: State, hand: HandResult, bidder: int, number: int, by_renege: bool = False) -> State:
    """The game after a further hand, `bidder` the side that bid `number`."""
    points, sets = counted(state.points, state.sets, hand)
    come = State(points, sets, state.hands + 1)
    end = end_of(points, sets, state.hands, hand, bidder, number, by_renege)
    return come if end is None else ended(come, end[0], end[1])


def counted(points: Both, sets: Both, hand: HandResult) -> tuple[Both, Both]:
    """Points and sets with those of a further hand."""
    more = hand.points
    side = hand.set_side
    if side is not None:
        sets = (sets[0] + 1, sets[1]) if side == 0 else (sets[0], sets[1] + 1)
    return (points[0] + more[0], points[1] + more[1]), sets


def end_of(
    points: Both, sets: Both, before: int, hand: HandResult, bidder: int, number: int, by_renege: bool = False
) -> tuple[int, Ending] | None:
    """The winner and the ending of a game over after this hand, `before` it so many; None while it goes on.

    `points` and `sets` have the hand's in them, and not the five points more.
    """
    if hand.game_to is not None:
        return hand.game_to, "renege" if by_renege else "no-direction"
    loser = hand.set_side
    if loser is not None:
        if number == 1:
            return 1 - loser, "odd"
        if sets[loser] >= SETS:
            return 1 - loser, "sets"
        if points[loser] <= -GAME:
            return 1 - loser, "first-hand" if before == 0 and loser == bidder else "minus"
    if points[0] >= GAME:
        return 0, "points"
    return (1, "points") if points[1] >= GAME else None


def ended(state: State, winner: int, ending: Ending) -> State:
    """The game over, with the five points more if this ending gives them."""
    return State(with_extra(state.points, winner, ending), state.sets, state.hands, ending, winner)


def with_extra(points: Both, winner: int, ending: Ending) -> Both:
    """The points of a game that is over, with the five points more if this ending gives them."""
    if ending not in WITH_EXTRA:
        return points
    return (points[0] + EXTRA, points[1]) if winner == 0 else (points[0], points[1] + EXTRA)


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
