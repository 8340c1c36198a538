"""A line of a roster: how it is ordered and written down.

Invariants: the order and the text of a line are the same in every database and on every day; the texts of all
lines under their heads are the roster's CSV (RFC 4180, UTF-8), byte for byte.
Rule section: IV (semi-annual Whoopie Roster; that of a further card game is made in the same way).
Terms: sorting key (a name as the alphabet files it: small letters without their accents).
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from rules_engine.card_games import CARD_GAMES, WHOOPIE
from sanctioning.kit.lists.csv_files import guarded, unguarded
from scoring.degree_names import styles_of

DAYS = ((5, 15), (11, 15))
FIRST_YEAR = 1966  # of the rules
COLUMNS = ("name", "number", "club", "degree", "points", "blue points")
_RANK_OF_STYLE = {style: rank for card_game in CARD_GAMES for rank, style in enumerate(styles_of(card_game))}

# Letters of Europe that are filed under another: é under e, ł under l, ø under o.
_FILED_UNDER = {"ß": "s", "æ": "a", "œ": "o", "þ": "t", "ð": "d", "đ": "d", "ħ": "h", "ı": "i"} | {
    "ĸ": "k",
    "ł": "l",
    "ŋ": "n",
    "ø": "o",
    "ŧ": "t",
    "ŀ": "l",
    "ſ": "s",
}


def _base(letter: str) -> str:
    return _FILED_UNDER.get(letter.lower(), unicodedata.normalize("NFD", letter.lower())[0])


ACCENTED = "".join(
    chr(point) for point in range(0xC0, 0x180) if _base(chr(point)).isascii() and chr(point).isalpha()
)
PLAIN = "".join(map(_base, ACCENTED))
_TABLE = str.maketrans(
    {chr(point): chr(point).lower() for point in range(65, 91)} | dict(zip(ACCENTED, PLAIN, strict=True))
)


class RosterKey(NamedTuple):
    """Which roster: as of what day, of what card game."""

    as_of: date
    card_game: str = WHOOPIE.slug

    def __str__(self) -> str:
        """As addresses have it: `1966-11-15`, and `whist/1966-11-15`."""
        day = self.as_of.isoformat()
        return day if self.card_game == WHOOPIE.slug else f"{self.card_game}/{day}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterLine:
    """One player of a roster, with all words as they were when it was compiled."""

    name: str  # as sorted and printed: "Ashworth, Margaret"
    number: str  # the player's number with the authority
    club: str  # "" for a player without a club
    degree: str  # "Master of Whoopie"
    degree_rank: int  # 0 Novice ... 5 Champion
    points: Decimal
    blue_points: Decimal


def sorting_key(name: str) -> str:
    return name.translate(_TABLE)


def by_name(line: RosterLine) -> tuple[str, str]:
    return (sorting_key(line.name), line.number)


def by_degree(line: RosterLine) -> tuple[int, Decimal, Decimal, str, str]:
    """Highest degree first, then most points, then most blue points, then by name."""
    return (-line.degree_rank, -line.points, -line.blue_points, *by_name(line))


def heads() -> str:
    return _text([COLUMNS])


def text_of(lines: Iterable[RosterLine]) -> str:
    """The lines as they are kept and as the CSV has them."""
    return _text(
        (
            *(guarded(line.name), line.number, guarded(line.club), line.degree),
            *(f"{line.points:.1f}", f"{line.blue_points:.1f}"),
        )
        for line in lines
    )


def lines_of(text: str) -> Iterator[RosterLine]:
    """The lines that a text keeps."""
    for name, number, club, degree, points, blue in csv.reader(io.StringIO(text, newline="")):
        yield RosterLine(
            name=unguarded(name),
            number=number,
            club=unguarded(club),
            degree=degree,
            degree_rank=_RANK_OF_STYLE[degree],
            points=Decimal(points),
            blue_points=Decimal(blue),
        )


def is_roster_day(day: date) -> bool:
    """15 May and 15 November, since the year of the rules."""
    return day.year >= FIRST_YEAR and (day.month, day.day) in DAYS


def last_roster_day(day: date) -> date:
    """The last 15 May or 15 November before that day."""
    days = (date(year, *of_year) for year in (day.year - 1, day.year) for of_year in DAYS)
    return max(roster_day for roster_day in days if roster_day < day)


def _text(rows: Iterable[Iterable[str]]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()
