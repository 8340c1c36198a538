"""The lines that a roster keeps, read sheet by sheet.

Invariant: never more than some sheets are held at once, however long the roster is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Sum

from scoring.rosters.lines import RosterLine, heads, lines_of
from scoring.rosters.models import Roster

AT_ONCE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A line, and which it is among the `players` of its degree."""

    line: RosterLine
    place: int
    players: int


def texts(roster: Roster) -> Iterator[str]:
    """The texts of the sheets in their order."""
    sheet_texts = roster.sheets.order_by("number").values_list("text", flat=True)
    yield from sheet_texts.iterator(chunk_size=AT_ONCE)


def csv_pieces(roster: Roster) -> Iterator[bytes]:
    """The roster as CSV, piece by piece."""
    yield heads().encode()
    for text in texts(roster):
        yield text.encode()


def lines(roster: Roster) -> Iterator[RosterLine]:
    """All lines, highest degree and most points first."""
    for text in texts(roster):
        yield from lines_of(text)


def slice_of(roster: Roster, first: int, count: int) -> list[RosterLine]:
    """So many lines from the given one on, which is counted from 0. Two queries."""
    begins: dict[int, int] = {}
    passed = 0
    for number, held in roster.sheets.order_by("number").values_list("number", "lines"):
        if passed + held > first and passed < first + count:
            begins[number] = passed
        passed += held
    wanted: list[RosterLine] = []
    sheets = roster.sheets.filter(number__in=begins).order_by("number")
    for number, text in sheets.values_list("number", "text"):
        begun = begins[number]
        wanted += list(lines_of(text))[max(0, first - begun) : first + count - begun]
    return wanted


def line_on(roster: Roster, number: str) -> RosterLine | None:
    """The line of the player with that member number."""
    sheet = roster.sheets.filter(text__contains=number).values_list("text", flat=True)
    return next((line for text in sheet for line in lines_of(text) if line.number == number), None)


def place_on(roster: Roster, number: str) -> Placed | None:
    """The line of the player with that member number and its place in its degree. Three queries."""
    sheets = roster.sheets.filter(text__contains=number).values_list("number", "text")
    for sheet, text in sheets:
        held = list(lines_of(text))
        position = next((index for index, line in enumerate(held) if line.number == number), None)
        if position is None:
            continue
        line = held[position]
        before = roster.sheets.filter(number__lt=sheet).aggregate(lines=Sum("lines"))["lines"] or 0
        sizes = {name: int(players) for name, players, *_ in roster.degrees}
        higher = sum(sizes[name] for name in list(sizes)[: list(sizes).index(line.degree)])
        return Placed(line=line, place=before + position + 1 - higher, players=sizes[line.degree])
    return None
