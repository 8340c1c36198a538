"""Bids and their order.

Rules 21, 22, 24 and 26; inventory C-17, C-19 and C-21, reading 8: a bid is a number from 1 to 7 of books
above six, plain, special (low cards high) or no (no trump). A bid is one higher than the last; a no alone
may also take out a plain or special bid of its own number.
"""

from dataclasses import dataclass
from typing import Final, Literal, final, get_args

Kind = Literal["plain", "special", "no"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LEAST: Final = 1
MOST: Final = 7
LEAST_OF_DEALER: Final = 2
"""What the dealer bids at least when everybody before him has passed (26)."""


@final
@dataclass(frozen=True)
class Bid:
    """A bid; of number 0, a pass."""

    number: int
    kind: Kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bid) and other.number == self.number and other.kind == self.kind

    def __hash__(self) -> int:
        return hash((self.number, self.kind))

    @property
    def text(self) -> str:
        """As it is said: "pass", "2", "2 special", "2 no"."""
        if not self.number:
            return "pass"
        return str(self.number) if self.kind == "plain" else f"{self.number} {self.kind}"


PASS: Final = Bid(0, "plain")
BIDS: Final[dict[str, Bid]] = {
    bid.text: bid
    for bid in (PASS, *(Bid(number, kind) for number in range(LEAST, MOST + 1) for kind in KINDS))
}
"""Every acceptable bid by how it is said (22)."""


def beats(bid: Bid, over: Bid) -> bool:
    """Whether a bid may follow `over`, the bid to beat or `PASS` where there is none."""
    if bid.number == over.number:
        return bool(bid.number) and bid.kind == "no" != over.kind
    return bid.number > over.number


def progressive(kind: Kind, over: Bid, least: int = LEAST) -> Bid | None:
    """The lowest bid of a kind that may follow, or None where none is left and the director decides."""
    same = kind == "no" != over.kind and over.number
    number = max(over.number if same else over.number + 1, least)
    return Bid(number, kind) if number <= MOST else None
