"""What a hand at one table comes to: the count of each pair, and the flags that go.

9a, 9g, 10c and the note above the sample rotation; inventory M-18, M-22, M-27, M-28, reading 3. Thirteen
tricks are played. In No Trump Low a pair's count is what its opponents took. After that, each revoke moves
two tricks to the opponents, so that counts go on adding up to thirteen; no count leaves 0 to 13. Visitors
with 7 or more win one flag, with 10 or more two; otherwise none goes, and visitors never lose any.

Terms: visitors (the pair that came), home (the pair that stayed), taken (tricks as they fell), count (what
they stand for).
"""

from typing import Final, NamedTuple

from rules_engine.military_whist.rotation import NT_LOW, Trump

TRICKS: Final = 13
ONE_FLAG: Final = 7
TWO_FLAGS: Final = 10
REVOKE: Final = 2
MOST: Final = 2


class Count(NamedTuple):
    """The counts of both pairs, thirteen together."""

    visitors: int
    home: int


def count(trump: Trump, taken: int, revokes_of_visitors: int = 0, revokes_of_home: int = 0) -> Count:
    """The counts when the visitors took so many tricks, and each pair revoked so often and was found out.

    Raises:
        ValueError: for fewer than no or more than thirteen tricks, or a negative number of revokes.
    """
    if not 0 <= taken <= TRICKS:
        raise ValueError(f"from 0 to {TRICKS} tricks can be taken")
    if revokes_of_visitors < 0 or revokes_of_home < 0:
        raise ValueError("revokes cannot be fewer than none")
    visitors = TRICKS - taken if trump == NT_LOW else taken
    visitors += REVOKE * (revokes_of_home - revokes_of_visitors)
    visitors = min(max(visitors, 0), TRICKS)
    return Count(visitors, TRICKS - visitors)


def flags_won(visitors: int) -> int:
    """The flags that visitors with this count win, if the table has them: none, one or two."""
    return (visitors >= ONE_FLAG) + (visitors >= TWO_FLAGS)


_WON: Final[tuple[int, ...]] = tuple(map(flags_won, range(TRICKS + 1)))
_WON_LOW: Final[tuple[int, ...]] = _WON[::-1]


def won_by_taken(trump: Trump) -> tuple[int, ...]:
    """The flags that visitors win with 0, 1, … 13 tricks taken, where nobody revoked."""
    return _WON_LOW if trump == NT_LOW else _WON
