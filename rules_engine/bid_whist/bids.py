"""Bids: their words, their order, and what an improper one becomes.

Sections 1 and 3, R3, R4, R5, R7, R18, R21 and the end of section 6; inventory B-15 to B-18, B-26, B-29,
readings 4 and 5. Bidding goes round once, from the dealer's left; a 7 No ends it, since
nothing outranks it and who bids it waits for nobody. High and Special are equals at one number,
No outranks both there, a higher number outranks everything below it.

Terms: kind (high, special: low cards win; no: without trump), level (4 to 7), standing (the bid on the
table), call (a bid or a pass).
"""

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, get_args

Kind = Literal["high", "special", "no"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LOWEST: Final = 4
HIGHEST: Final = 7
CALLS: Final = 4
PASS: Final = "pass"

_SPOKEN: Final = {"four": 4, "five": 5, "six": 6, "seven": 7}
_WORDS: Final = re.compile(r"(?:([0-9]{1,3})|(four|five|six|seven))(?: (special|no))?", re.ASCII)


class Bid(NamedTuple):
    """A bid; `str` of it is how scoresheets have it: "5", "5 Special", "5 No"."""

    level: int
    kind: Kind

    @property
    def doubled(self) -> bool:
        """Whether it counts double: a No bid."""
        return self.kind == "no"

    def __str__(self) -> str:
        return str(self.level) if self.kind == "high" else f"{self.level} {self.kind.capitalize()}"


SEVEN_NO: Final = Bid(HIGHEST, "no")
"""Who bids it may name the direction and take the kitty without waiting for the others."""

BIDS: Final[tuple[Bid, ...]] = tuple(
    Bid(level, kind) for level in range(LOWEST, HIGHEST + 1) for kind in KINDS
)
BY_TEXT: Final[dict[str, Bid]] = {str(bid): bid for bid in BIDS}


def points(bid: Bid, level: int | None = None) -> int:
    """What a bid is worth when made at its own level, or at a higher one."""
    return (level or bid.level) * (2 if bid.doubled else 1)


def heard(words: str) -> Bid | None:
    """The bid that somebody said, None for a pass, whatever its level.

    Raises:
        ValueError: for words that may not be said: "High", "Low", "Trumps", anything but "Pass".
    """
    call = words if words == PASS else " ".join(words.casefold().split())
    if call == PASS:
        return None
    match = _WORDS.fullmatch(call)
    if match is None:
        raise ValueError(f"{words!r} is neither a bid nor a pass")
    level = int(match[1]) if match[1] else _SPOKEN[match[2]]
    kind: Kind = "high"
    if match[3] == "special":
        kind = "special"
    elif match[3] == "no":
        kind = "no"
    return Bid(level, kind)


_HEARD: Final[dict[str, tuple[int, Bid]]] = {}
"""Rounds of bidding without a fault, by their words in one text, which is looked up faster than four: the
place of the winner and the bid. They are some thousands at most, as every bid takes out the one before it."""


def plainly_won(calls: tuple[str, ...]) -> tuple[int, Bid] | None:
    """Who won a round of bidding, 0 to 3 from the dealer's left, and with which bid, where nothing is wrong
    with any call as noted; None for what needs a closer look. The calls after a 7 No may be missing."""
    if not 0 < len(calls) <= CALLS:
        return None
    words = ",".join(calls)
    known = _HEARD.get(words)
    if known is not None:
        return known
    if any(call != PASS and call not in BY_TEXT for call in calls):
        return None
    done = auction([BY_TEXT.get(call) for call in calls])
    if done.winner is None or done.bid is None or done.improper:
        return None
    if len(calls) < CALLS and not may_declare_at_once(done.bid):
        return None
    _HEARD[words] = (done.winner, done.bid)
    return _HEARD[words]


def in_range(bid: Bid) -> bool:
    """Whether the level is one that can be bid."""
    return LOWEST <= bid.level <= HIGHEST


def outranks(bid: Bid, standing: Bid | None) -> bool:
    """Whether a bid takes out the one on the table."""
    if standing is None or bid.level > standing.level:
        return True
    return bid.level == standing.level and bid.doubled and not standing.doubled


def mended(improper: Bid, standing: Bid | None) -> Bid | None:
    """The next higher bid of the same kind, which an improper bid becomes; None where there is none left.

    What then happens the text leaves to the Director.
    """
    for level in range(max(LOWEST, improper.level), HIGHEST + 1):
        bid = Bid(level, improper.kind)
        if outranks(bid, standing):
            return bid
    return None


class Auction(NamedTuple):
    """Who made the winning bid, 0 to 3 from the dealer's left, and what it is; None while all passed."""

    winner: int | None
    bid: Bid | None
    improper: tuple[int, ...]
    """The calls that did not take out the bid on the table, and count as mended."""


def auction(calls: Sequence[Bid | None]) -> Auction:
    """The bidding so far, from the dealer's left."""
    winner: int | None = None
    standing: Bid | None = None
    improper: list[int] = []
    for at, call in enumerate(calls):
        if call is None:
            continue
        if not in_range(call) or not outranks(call, standing):
            improper.append(at)
            fixed = mended(call, standing)
            if fixed is None:
                continue
            call = fixed
        winner, standing = at, call
    return Auction(winner, standing, tuple(improper))


def may_declare_at_once(bid: Bid) -> bool:
    """Whether the bidder need not wait for the others to pass before he takes the kitty."""
    return bid == SEVEN_NO
