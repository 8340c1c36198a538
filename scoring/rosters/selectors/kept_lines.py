"""The lines that a roster keeps, read sheet by sheet.

Invariant: never more than some sheets are held at once, however long the roster is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from scoring.rosters.lines import RosterLine, heads, lines_of
from scoring.rosters.models import Roster, RosterSheet

AT_ONCE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedLine:
    """A line, which it is among the `players` of its degree, and how many lines stand before it in all."""

    line: RosterLine
    place: int
    players: int
    before: int


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


def lines_on(rosters: Iterable[Roster]) -> Iterator[tuple[int, RosterLine]]:
    """All lines of several rosters, each with the key of its roster, in the order of each. One query."""
    sheets = RosterSheet.objects.filter(roster__in=rosters).order_by("roster", "number")
    for roster, text in sheets.values_list("roster", "text").iterator(chunk_size=AT_ONCE):
        for line in lines_of(text):
            yield roster, line


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


def latest_place(card_game: str, number: str) -> tuple[Roster, PlacedLine] | None:
    """The line of the player with that member number on the latest published roster of the card game, and its
    place in its degree. One query."""
    published = Roster.objects.filter(state=Roster.State.PUBLISHED, card_game=card_game)
    return _place_on(published.order_by("-as_of")[:1], number)


def place_on(roster: Roster, number: str) -> PlacedLine | None:
    """The same on that roster. One query."""
    placed = _place_on(Roster.objects.filter(pk=roster.pk), number)
    return placed[1] if placed else None


def _place_on(rosters: QuerySet[Roster], number: str) -> tuple[Roster, PlacedLine] | None:
    before = RosterSheet.objects.filter(roster=OuterRef("roster"), number__lt=OuterRef("number"))
    lines_before = before.order_by().values("roster").annotate(lines=Sum("lines")).values("lines")
    sheets = RosterSheet.objects.filter(roster__in=rosters.values("pk"), text__contains=number)
    for sheet in sheets.select_related("roster").annotate(before=Coalesce(Subquery(lines_before), 0)):
        placed = _placed(sheet.roster, list(lines_of(sheet.text)), sheet.before, number)
        if placed is not None:
            return sheet.roster, placed
    return None


def _placed(roster: Roster, held: Sequence[RosterLine], before: int, number: str) -> PlacedLine | None:
    position = next((index for index, line in enumerate(held) if line.number == number), None)
    if position is None:
        return None
    line = held[position]
    sizes = {name: int(players) for name, players, *_ in roster.degrees}
    higher = sum(sizes[name] for name in list(sizes)[: list(sizes).index(line.degree)])
    return PlacedLine(
        line=line,
        place=before + position + 1 - higher,
        players=sizes[line.degree],
        before=before + position,
    )
