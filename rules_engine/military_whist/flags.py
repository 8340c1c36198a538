"""The flags: where they are after every hand, what the leader has lent, and what each table's score is.

3b, 6, 7a, 10c; inventory M-10, M-13, M-16, M-17, M-27, reading 4. Every table begins a day with twelve. On
a hand all tables pay at once, each from what it held when the hand began; a table that has lost all its
flags may be lent more. A score is the flags held less what is still on loan, so that the scores of a day add
up to twelve a table, and so do, at every moment, the flags on the tables less those on loan.

Terms: held (flags that stand at a table), lent (flags of the leader among them), owed (what visitors won),
paid (what they took away: what is owed, or all that the table has).
"""

from collections.abc import Sequence
from typing import Final

START: Final = 12


def on_the_tables(tables: int, lent: int = 0) -> int:
    """The flags that stand on all tables together at any moment: those given out, and those on loan."""
    return START * tables + lent


class FlagBook:
    """The flags of one day; tables count from 0."""

    def __init__(self, before: Sequence[int]) -> None:
        self.held = list(before)
        self.lent = [0] * len(before)

    def lend(self, table: int, flags: int) -> None:
        """The leader puts flags of his own on a table."""
        self.held[table] += flags
        self.lent[table] += flags

    def give_back(self, table: int, flags: int) -> None:
        """A table returns flags to the leader."""
        self.held[table] -= flags
        self.lent[table] -= flags

    def may_borrow(self, table: int, owed: int) -> bool:
        """Whether the table has no flag of its own left, once it has paid what it can of what it owes."""
        return self.held[table] <= owed

    def payable(self, owed: Sequence[int]) -> list[int]:
        """What each table pays of what it owes."""
        held = self.held
        return [flags if flags <= held[table] else held[table] for table, flags in enumerate(owed)]

    def move(self, to: Sequence[int], paid: Sequence[int]) -> None:
        """All visitors take home what they were paid, each team by what the table it went to pays."""
        held = self.held
        for team, table in enumerate(to):
            won = paid[table - 1]
            if won:
                held[table - 1] -= won
                held[team] += won

    def copy(self) -> "FlagBook":
        """A book of the same flags that goes its own way."""
        other = FlagBook(self.held)
        other.lent = list(self.lent)
        return other

    @property
    def scores(self) -> list[int]:
        """What each table would be recorded with if play ended now."""
        return [held - lent for held, lent in zip(self.held, self.lent, strict=True)]
