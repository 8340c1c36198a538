"""Which pair goes out, what is trump, and who deals, hand after hand.

Sample rotation and 10a; inventory M-25 and M-37, reading 2. The sample prints 30 hands; read as cycles it
goes on for ever: six pairs, ten trumps, twelve dealers. Begun again after the 30th hand it differs from
that in the dealer alone.

Terms: pattern (whether WHO, TRUMP and DEALER are those of the sample, continued beyond its 30 hands or begun
again, or the leader's own), letter (A, B, X or Y, a player of each team), pair (two letters who go out
together while the other two stay), trump (a suit, or one of the two No Trumps; in No Trump Low a pair's count
is what its opponents took).
"""

from typing import Final, Literal, NamedTuple, get_args

Letter = Literal["A", "B", "X", "Y"]
LETTERS: Final[tuple[Letter, ...]] = get_args(Letter)
Pair = Literal["A&B", "X&Y", "A&X", "B&Y", "A&Y", "B&X"]
PAIRS: Final[tuple[Pair, ...]] = get_args(Pair)
Trump = Literal["H", "S", "D", "C", "NT Low", "NT High"]
TRUMPS: Final[tuple[Trump, ...]] = get_args(Trump)
SUITS: Final[tuple[Trump, ...]] = ("H", "S", "D", "C")
NT_LOW: Final[Trump] = "NT Low"
Pattern = Literal["sample", "sample-restarted", "own"]
PATTERNS: Final[tuple[Pattern, ...]] = get_args(Pattern)
PRINTED: Final = 30

_TRUMP_CYCLE: Final[tuple[Trump, ...]] = (*SUITS, "NT Low", *SUITS, "NT High")
_DEALER_CYCLE: Final[tuple[Letter, ...]] = ("B", "X", "A", "Y", "A", "X", "B", "Y", "A", "B", "Y", "X")


class RotationTurn(NamedTuple):
    """What the rotation says of one hand; the dealer is one of the pair that goes out."""

    who: Pair
    trump: Trump
    dealer: Letter


def turn(hand: int, restarted: bool = False) -> RotationTurn:
    """The turn of a hand, counting from 1; `restarted` begins the sample again after its last hand.

    Raises:
        ValueError: for a hand before the first.
    """
    if hand < 1:
        raise ValueError("hands count from 1")
    at = (hand - 1) % PRINTED if restarted else hand - 1
    return RotationTurn(
        PAIRS[at % len(PAIRS)],
        _TRUMP_CYCLE[at % len(_TRUMP_CYCLE)],
        _DEALER_CYCLE[at % len(_DEALER_CYCLE)],
    )


def at_home(who: Pair) -> Pair:
    """The pair that stays when `who` goes out."""
    # Pairs that make up one table stand side by side in PAIRS, so that the other one differs in the last bit.
    return PAIRS[PAIRS.index(who) ^ 1]
