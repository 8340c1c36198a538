"""To which table each pair goes, hand after hand, for any number of tables and of hands.

3a, 10a to 10c and the sample rotation, whose column MOVE TO is left blank; inventory M-9, M-25, M-26, M-33
and M-37, reading 1. Tables stand in a circle, team t at home at table t. On each hand all pairs that go out
move on by the same number of tables, so that exactly one comes to each table and nobody stays at his own.

The moves of one time round the circle are 1 to N-1, each once, so visits to any two teams differ by one at
most, wherever play ends. By the `circle` they come in that order; `spread` changes their order so that two
teams meet in as many different trumps as possible, where the circle would bring them together in the same
ones. Both keep the meetings of any two teams within one of those of any other two (`proof`).

Terms: move (tables to go on by), destination (the table that a team's pair goes to), class (a move and the
one back, by which the same two teams meet).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple, get_args

from rules_engine.military_whist.rotation import Letter, Pair, Trump, turn

FEWEST_TABLES: Final = 2
MOST_TABLES: Final = 60
MOST_HANDS: Final = 1_000

Order = Literal["circle", "spread"]
ORDERS: Final[tuple[Order, ...]] = get_args(Order)


class PlannedHand(NamedTuple):
    """One line of the leader's sheet: `to[t - 1]` is the table to which the pair of team t goes."""

    who: Pair
    trump: Trump
    dealer: Letter
    to: tuple[int, ...]


def movement(
    tables: int, hands: int, order: Order = "circle", restarted: bool = False
) -> tuple[PlannedHand, ...]:
    """The sheet of an event of so many tables and hands.

    Raises:
        ValueError: fewer than 2 or more than 60 tables, no hand or more than a thousand.
    """
    if not FEWEST_TABLES <= tables <= MOST_TABLES:
        raise ValueError(f"{FEWEST_TABLES} to {MOST_TABLES} tables are expected")
    if not 1 <= hands <= MOST_HANDS:
        raise ValueError(f"1 to {MOST_HANDS} hands are expected")
    turns = [turn(hand, restarted) for hand in range(1, hands + 1)]
    moves = (
        circle(tables, hands)
        if order == "circle"
        else spread(tables, [hand_turn.trump for hand_turn in turns])
    )
    return tuple(
        PlannedHand(hand_turn.who, hand_turn.trump, hand_turn.dealer, destinations(tables, move))
        for hand_turn, move in zip(turns, moves, strict=True)
    )


@cache
def destinations(tables: int, move: int) -> tuple[int, ...]:
    """Where the pairs of team 1, 2, … go when all move on by `move` tables."""
    return tuple([(table + move) % tables + 1 for table in range(tables)])


def move_of(to: Sequence[int]) -> int | None:
    """By how many tables all move on, from 0 to N-1; None where they do not all do the same."""
    move = to[0] - 1
    return move if tuple(to) == destinations(len(to), move) else None


def circle(tables: int, hands: int) -> list[int]:
    """The moves 1 to N-1 over and over."""
    return [1 + hand % (tables - 1) for hand in range(hands)]


def spread(tables: int, trumps: Sequence[Trump]) -> list[int]:
    """Moves for hands of these trumps by which teams meet in different ones.

    In the first half of each time round, one move of each class; then, of an even number of tables, the move
    straight across, by which two teams visit each other at once; in the second half the moves back. Among
    those allowed the class is taken that met least often in the trump of the hand, then least often in a
    suit or No Trump of either kind, then the shortest move.
    """
    classes = range(1, (tables + 1) // 2)
    met = _Met()
    moves: list[int] = []
    while len(moves) < len(trumps):
        moves += met.take(classes, trumps[len(moves) :])
        if tables % 2 == 0 and len(moves) < len(trumps):
            moves.append(tables // 2)
        moves += [tables - class_ for class_ in met.take(classes, trumps[len(moves) :])]
    return moves


class _Met:
    """In which trumps the teams of each class have met."""

    def __init__(self) -> None:
        self._times: dict[tuple[int, str], int] = {}

    def take(self, classes: Iterable[int], trumps: Sequence[Trump]) -> list[int]:
        """Each class once, in the order of the trumps to come, as far as these go."""
        left = list(classes)
        taken: list[int] = []
        for trump in trumps[: len(left)]:
            class_ = min(left, key=lambda each: (self._in(each, trump), self._in(each, _kind(trump)), each))
            left.remove(class_)
            taken.append(class_)
            for name in {trump, _kind(trump)}:
                self._times[class_, name] = self._in(class_, name) + 1
        return taken

    def _in(self, class_: int, name: str) -> int:
        return self._times.get((class_, name), 0)


def _kind(trump: Trump) -> str:
    return "NT" if trump.startswith("NT") else trump
