"""What one hand comes to.

Rules 1, 5, 8, 28 to 32; inventory C-1, C-6, C-9 and C-23 to C-25, readings 1 to 3: thirteen books, a bid of n
is made with six and n of them and then scores every book above six; a set costs the bid, whatever its kind.
The other team earns nothing by its books. An infraction may end the hand instead: it sets a team, gives the
bidders the points of the bid, or awards the game.

Terms: book (a trick), side (0 or 1, the two teams of a game), set (a bid not made, or a hand that counts so).
"""

from dataclasses import dataclass
from typing import Final, final

from rules_engine.columbus_whist.bids import Bid

BOOKS: Final = 13
SIX: Final = 6


@final
@dataclass(frozen=True)
class HandResult:
    """A hand's points of both sides, the side that was set, and the side that an infraction gave the game."""

    points: tuple[int, int]
    set_side: int | None = None
    game_to: int | None = None


NOTHING: Final = HandResult((0, 0))


def needed(bid: Bid) -> int:
    """The books that make a bid."""
    return SIX + bid.number


def played(bid: Bid, bidder: int, taken: int) -> HandResult:
    """A hand that was played: `taken` are the books of the side `bidder`."""
    if taken < needed(bid):
        return set_of(bidder, bid)
    return _MADE[bidder][taken - SIX]


def set_of(side: int, bid: Bid) -> HandResult:
    """A side is set for the points of the bid, whoever bid it (29, 30)."""
    return _SET[side][bid.number]


def conceded(bidder: int, bid: Bid) -> HandResult:
    """The bidders take the points of the bid instead of playing on (31)."""
    return _MADE[bidder][bid.number]


def game_to(side: int) -> HandResult:
    """A hand that awards the game: a renege (8), a no without a direction (28)."""
    return _GAME[side]


def decided(bid: Bid, taken: int, others: int) -> bool:
    """Whether a hand that all agreed to stop was made or set already (39)."""
    return taken >= needed(bid) or others > BOOKS - needed(bid)


_POINTS: Final = range(BOOKS - SIX + 1)
_MADE: Final[tuple[list[HandResult], ...]] = (
    [HandResult((points, 0)) for points in _POINTS],
    [HandResult((0, points)) for points in _POINTS],
)
_SET: Final[tuple[list[HandResult], ...]] = (
    [HandResult((-points, 0), 0) for points in _POINTS],
    [HandResult((0, -points), 1) for points in _POINTS],
)
_GAME: Final = [HandResult((0, 0), None, side) for side in (0, 1)]
"""What a hand can come to, by the side and the points: the same few results, made once."""
