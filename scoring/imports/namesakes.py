"""Who is in a file of people so far, by name and birth, since a later row may be the same person.

Invariant: memory stays small, so a name is kept as a hash, with the lines that have it as one short text.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

LINE: Final = "line-"
"""What stands before the number of a line where an uncertain row is chosen to be the person of that line."""
YEAR_ALONE: Final = len("1958")
LAST_DAY: Final = "-12-31"
"""What is kept where a year alone is known."""


class Namesakes:
    def __init__(self) -> None:
        self._lines: dict[bytes, str] = {}

    def before(self, name: str, born: str, line: int) -> tuple[int, bool]:
        """The first line with somebody of this name who may be the same, and whether it is for certain; 0
        where there is none. `line` is remembered."""
        key = blake2b(name.encode(), digest_size=16).digest()
        lines = self._lines.get(key, "")
        earlier = {day: int(at) for at, _sign, day in (each.partition(":") for each in lines.split())}
        if born not in earlier:
            self._lines[key] = f"{lines} {line}:{born}"
        if born in earlier:
            return earlier[born], is_a_day(born)
        return next((at for day, at in earlier.items() if not differ(day, born)), 0), False


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
