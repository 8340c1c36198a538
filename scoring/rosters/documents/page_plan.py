"""How the lines of a roster fall into pages, known before anything is set.

Purpose: every row has one height, so pages and their numbers are counted and not laid out; any piece of the
booklet can be set by itself, by any worker, in any order, and the whole is always the same.
Terms: unit (the height of a row; a page holds `UNITS` of them), block (what stands on a page: the title of a
part, a group's heading, a run of rows), part (by degree, by name, by club, totals).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from scoring.certificates.documents import words
from scoring.rosters.documents.facts import RosterFacts, RosterTotal, grouped, total
from scoring.rosters.lines import RosterLine, by_degree, by_name, sorting_key

Part = Literal["degree", "name", "club", "totals"]
Row = tuple[str, ...]

UNITS = 53
NO_CLUB = "Without a club"
TITLES: dict[Part, tuple[str, str]] = {
    "degree": (
        "By degree and points",
        "Highest degree first; within a degree by points, then by blue points.",
    ),
    "name": ("By name", "Every player of the roster in the order of the alphabet."),
    "club": ("By club", "The members of each club, most points first."),
    "totals": ("Totals", "What the roster adds up to."),
}
# What a title, a heading and the heads of the columns take, in units.
TITLE, HEADING, HEADS = 4, 3, 1
# A heading is followed by its heads, two rows at least, or stands on the next page.
KEEP = HEADING + HEADS + 2


@dataclass(frozen=True, slots=True)
class Block:
    """What stands on a page from a unit on; rows come with whether the last of them is a sum."""

    kind: Literal["title", "heading", "rows"]
    top: int
    text: str = ""
    rows: tuple[Row, ...] = ()
    summed: bool = False


@dataclass(slots=True)
class Page:
    part: Part
    blocks: list[Block] = field(default_factory=list)
    used: int = 0


def pages_of(facts: RosterFacts) -> list[Page]:
    """The pages after the front page."""
    pages: list[Page] = []
    parts: tuple[Part, ...] = ("club",) if facts.club else ("degree", "name", "club", "totals")
    for part in parts:
        pages += _part(part, facts)
    return pages


def degree_totals(facts: RosterFacts) -> list[RosterTotal]:
    groups = grouped(sorted(facts.lines, key=by_degree), lambda line: line.degree)
    return [total(label, lines) for label, lines in groups]


def sum_row(added: RosterTotal) -> Row:
    return (added.label, f"{added.players:,}", words.tenths(added.points), words.tenths(added.blue_points))


def _part(part: Part, facts: RosterFacts) -> list[Page]:
    title, intro = TITLES[part]
    setting = _Setting(part)
    setting.put(Block("title", 0, f"{title}\n{intro}"), TITLE)
    for heading, rows, added in _groups(part, facts):
        setting.group(heading, rows, added)
    return setting.pages


class _Setting:
    """Fills page after page with blocks."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.pages = [Page(part)]

    def put(self, block: Block, units: int) -> None:
        page = self.pages[-1]
        page.blocks.append(Block(block.kind, page.used, block.text, block.rows, block.summed))
        page.used += units

    def left(self) -> int:
        return UNITS - self.pages[-1].used

    def turn(self) -> None:
        self.pages.append(Page(self.part))

    def group(self, heading: str, rows: list[Row], added: Row | None) -> None:
        """A heading and its rows, with the heads of the columns again on each page."""
        if self.left() < KEEP:
            self.turn()
        if heading:
            self.put(Block("heading", 0, heading), HEADING)
        whole = [*rows, added] if added else rows
        start = 0
        while start < len(whole):
            if self.left() < HEADS + 1:
                self.turn()
            run = whole[start : start + self.left() - HEADS]
            start += len(run)
            summed = added is not None and start == len(whole)
            self.put(Block("rows", 0, rows=tuple(run), summed=summed), HEADS + len(run))


def _groups(part: Part, facts: RosterFacts) -> Iterator[tuple[str, list[Row], Row | None]]:
    """Heading, rows and sum of each group of a part."""
    ranked = sorted(facts.lines, key=by_degree)
    if part == "degree":
        for label, lines in grouped(ranked, lambda line: line.degree):
            placed = enumerate(lines, start=1)
            rows = [(str(place), *_who(line), _club(line), *_points(line)) for place, line in placed]
            yield label, rows, ("", *_all(lines), "", *_added(lines))
    elif part == "name":
        lines = sorted(facts.lines, key=by_name)
        yield "", [(*_who(line), _degree(line), _club(line), *_points(line)) for line in lines], None
    elif part == "club":
        for club, lines in _by_club(ranked):
            rows = [(*_who(line), _degree(line), *_points(line)) for line in lines]
            yield club, rows, (*_all(lines), "", *_added(lines))
    else:
        whole = sum_row(total("All players", facts.lines))
        yield "By degree", [sum_row(added) for added in degree_totals(facts)], whole
        yield "By club", [sum_row(total(club, lines)) for club, lines in _by_club(ranked)], whole


def _by_club(ranked: Iterable[RosterLine]) -> list[tuple[str, list[RosterLine]]]:
    groups = grouped(ranked, lambda line: line.club)
    filed = sorted(groups, key=lambda group: (not group[0], sorting_key(group[0]), group[0]))
    return [(club or NO_CLUB, lines) for club, lines in filed]


def _who(line: RosterLine) -> Row:
    return line.name, line.number


def _club(line: RosterLine) -> str:
    return line.club or "–"


def _degree(line: RosterLine) -> str:
    return line.degree.rpartition(" of ")[0]


def _points(line: RosterLine) -> Row:
    return words.tenths(line.points), words.tenths(line.blue_points) if line.blue_points else "–"


def _all(lines: list[RosterLine]) -> Row:
    return f"{len(lines):,} player{'' if len(lines) == 1 else 's'}", ""


def _added(lines: list[RosterLine]) -> Row:
    added = total("", lines)
    return words.tenths(added.points), words.tenths(added.blue_points)
