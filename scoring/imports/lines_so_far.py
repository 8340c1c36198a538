"""In which line of a file something was said before: a row, an earlier number, somebody's name.

Invariant: memory stays flat in a file of any length, since what was said is kept in a database aside, which
is gone when the check ends.
"""

from __future__ import annotations

import sqlite3
from typing import Final

LINE: Final = "line-"
"""What stands before the number of a line where an uncertain row is chosen to be the person of that line."""
YEAR_ALONE: Final = len("1958")
LAST_DAY: Final = "-12-31"
"""What is kept where a year alone is known."""
TABLES: Final = """
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE said (what TEXT PRIMARY KEY, line INTEGER) WITHOUT ROWID;
    CREATE TABLE named (name TEXT, born TEXT, line INTEGER, PRIMARY KEY (name, born)) WITHOUT ROWID;
"""


class LinesSoFar:
    def __init__(self) -> None:
        self._aside = sqlite3.connect("", isolation_level=None)
        self._aside.executescript(TABLES)

    def with_the_same(self, said: str, line: int) -> int:
        """The first line that said the same; 0 where there is none. `line` is remembered."""
        self._aside.execute("INSERT OR IGNORE INTO said VALUES (?, ?)", (said, line))
        [[first]] = self._aside.execute("SELECT line FROM said WHERE what = ?", (said,))
        return 0 if first == line else int(first)

    def with_the_person(self, name: str, born: str, line: int) -> tuple[int, bool]:
        """The first line with somebody of this name who may be the same, and whether it is for certain; 0
        where there is none. `line` is remembered."""
        named = "SELECT born, line FROM named WHERE name = ? ORDER BY line"
        earlier: dict[str, int] = dict(self._aside.execute(named, (name,)))
        if born in earlier:
            return earlier[born], is_a_day(born)
        self._aside.execute("INSERT INTO named VALUES (?, ?, ?)", (name, born, line))
        return next((at for other, at in earlier.items() if not differ(other, born)), 0), False


def differ(born: str, other: str) -> bool:
    """Whether two births are of two people. Where one is known by its year alone, the year tells."""
    if not born or not other:
        return False
    if is_a_day(born) and is_a_day(other):
        return born != other
    return born[:4] != other[:4]


def is_a_day(born: str) -> bool:
    """Whether a birth is known to the day."""
    return len(born) > YEAR_ALONE and not born.endswith(LAST_DAY)
