"""The roster of a card game as a printed booklet: set in chunks of some ten pages, then bound.

Invariants: the same facts give the same bytes, whoever sets the chunks and in whatever order; memory does not
grow with the roster, for a chunk knows its pages' numbers beforehand (`page_plan`).
A page is set column by column, which takes a quarter of the time of a table; the booklet is for paper, the
page on the site and the tables for programs and for people who have a page read to them.
Terms: chunk (pages set in one go), binding (putting the chunks together, with title and bookmarks).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from io import BytesIO
from typing import BinaryIO

import pikepdf

from sanctioning.kit.press.press import PageSize, Paper, crest_svg, press, render
from sanctioning.kit.wording.day_formats import english_day
from scoring.certificates.documents import ornament, words
from scoring.certificates.documents.drawing import at, crest, ground, inked, ruled
from scoring.rosters.documents.facts import TEMPLATES, RosterFacts, total
from scoring.rosters.documents.page_plan import TITLES, Block, Page, Part, degree_totals, pages_of, sum_row

PORTRAIT: dict[PageSize, tuple[float, float]] = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
CHUNK_PAGES = 10
SIDE = 20.0  # millimetres from the edge of the sheet to the rows
TOP = 26.0
UNIT = {"A4": 4.7, "Letter": 4.36}
# Heads of the columns and where they stand: millimetres from the left, width, class.
COLUMNS: dict[Part, tuple[tuple[str, float, float, str], ...]] = {
    "degree": (
        ("", 0, 10, "q"),
        ("Player", 11, 55, ""),
        ("Number", 67, 24, "q"),
        ("Club", 92, 42, ""),
        ("Points", 135, 17, "n"),
        ("of them blue", 152, 18, "n b"),
    ),
    "name": (
        ("Player", 0, 48, ""),
        ("Number", 49, 22, "q"),
        ("Degree", 72, 24, ""),
        ("Club", 97, 37, ""),
        ("Points", 135, 17, "n"),
        ("of them blue", 152, 18, "n b"),
    ),
    "club": (
        ("Player", 0, 66, ""),
        ("Number", 68, 24, "q"),
        ("Degree", 94, 36, ""),
        ("Points", 135, 17, "n"),
        ("of them blue", 152, 18, "n b"),
    ),
    "totals": (
        ("", 0, 90, ""),
        ("Players", 92, 30, "n"),
        ("Points", 124, 28, "n"),
        ("of them blue", 152, 18, "n b"),
    ),
}
# Millimetres that a letter takes at the size of the columns; a longer text is set smaller, to this size.
LETTER = 1.62
SIZE, SMALLEST = 9.0, 4.4


def chunks_of(planned: Sequence[Page]) -> int:
    """How many chunks these pages and the front page make."""
    return -(-(1 + len(planned)) // CHUNK_PAGES)


def chunk_pdf(facts: RosterFacts, planned: Sequence[Page], index: int, size: PageSize = "A4") -> bytes:
    """The pages of one chunk of the planned ones, the front page with the first."""
    first = index * CHUNK_PAGES
    numbers = range(max(first, 1), min(first + CHUNK_PAGES, len(planned) + 1))
    width, height = PORTRAIT[size]
    front = index == 0
    context: dict[str, object] = {
        "title": f"{facts.card_game} Roster",
        "front": _front_context(facts) if front else None,
        "sheets": [
            _sheet(facts, planned[number - 1], number + 1, len(planned) + 1, size) for number in numbers
        ],
        "width": width,
        "height": height,
    }
    return press(
        Paper(
            html=render(TEMPLATES / "roster.html", context),
            style=TEMPLATES / "roster.css",
            identifier=f"{_identifier(facts)} {index}",
            ground=_front(width, height) if front else "",
            tagged=False,
        )
    )


def bind(facts: RosterFacts, planned: Sequence[Page], chunks: Iterable[BinaryIO], out: BinaryIO) -> None:
    """Put the chunks together, in their order, into `out`."""
    held = []
    with pikepdf.new() as booklet:
        for chunk in chunks:
            source = pikepdf.open(chunk)
            held.append(source)
            booklet.pages.extend(source.pages)
        booklet.docinfo["/Title"] = _title(facts)
        booklet.docinfo["/Author"] = facts.authority
        booklet.Root.Lang = pikepdf.String("en")
        booklet.Root.PageMode = pikepdf.Name.UseOutlines
        booklet.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        with booklet.open_outline() as outline:
            outline.root.extend(_bookmarks(planned))
        booklet.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    for source in held:
        source.close()


def roster_pdf(facts: RosterFacts, size: PageSize = "A4") -> bytes:
    """The whole booklet in one go: front page, by degree, by name, by club, totals."""
    planned = pages_of(facts)
    chunks = [BytesIO(chunk_pdf(facts, planned, index, size)) for index in range(chunks_of(planned))]
    out = BytesIO()
    bind(facts, planned, chunks, out)
    return out.getvalue()


def _bookmarks(pages: Sequence[Page]) -> list[pikepdf.OutlineItem]:
    """Each part with its headings; page 0 is the front page."""
    parts: list[pikepdf.OutlineItem] = []
    for number, page in enumerate(pages, start=1):
        for block in page.blocks:
            if block.kind == "title":
                parts.append(pikepdf.OutlineItem(TITLES[page.part][0], number))
            elif block.kind == "heading":
                parts[-1].children.append(pikepdf.OutlineItem(block.text, number))
    return parts


def _sheet(facts: RosterFacts, page: Page, number: int, of: int, size: PageSize) -> str:
    """One page as HTML, everything at its place."""
    unit = UNIT[size]
    shift = (PORTRAIT[size][0] - 210.0) / 2
    running = (
        f'<p class="run l">{escape(facts.card_game)} Roster</p>'
        f'<p class="run c">{escape(TITLES[page.part][0])}</p>'
        f'<p class="run r">{english_day(facts.as_of)}</p>'
        f'<p class="foot l">{escape(_running_state(facts))}</p><p class="foot r">page {number} of {of}</p>'
    )
    return running + "".join(_block(page.part, block, unit, shift) for block in page.blocks)


def _block(part: Part, block: Block, unit: float, shift: float) -> str:
    top, left = TOP + block.top * unit, SIDE + shift
    place = f"top: {top:.2f}mm; left: {left:.2f}mm"
    if block.kind == "title":
        title, intro = block.text.split("\n")
        return f'<h2 style="{place}">{escape(title)}</h2><p class="intro" style="{place}">{escape(intro)}</p>'
    if block.kind == "heading":
        return f'<h3 style="{place}">{escape(block.text)}</h3>'
    return _rows(part, block, unit, top, left)


def _rows(part: Part, block: Block, unit: float, top: float, left: float) -> str:
    """The heads of the columns and under each its column, as one text of a line a row."""
    body = block.rows[:-1] if block.summed else block.rows
    height = len(body) * unit
    foot = top + unit + height
    rules = "".join(
        f'<div class="rule {kind}" style="top: {y:.2f}mm; left: {left:.2f}mm"></div>'
        for kind, y in (("strong", top + unit), ("", foot))
    )
    columns = []
    for index, (head, start, width, kind) in enumerate(COLUMNS[part]):
        place = f"left: {left + start:.2f}mm; width: {width}mm; line-height: {unit:.2f}mm"
        text = "\n".join(_cell(row[index], width) for row in body)
        columns.append(f'<pre class="head {kind}" style="top: {top:.2f}mm; {place}">{head}</pre>')
        columns.append(f'<pre class="{kind}" style="top: {top + unit:.2f}mm; {place}">{text}</pre>')
        if block.summed:
            last = _cell(block.rows[-1][index], width)
            columns.append(f'<pre class="sum {kind}" style="top: {foot:.2f}mm; {place}">{last}</pre>')
    return rules + "".join(columns)


def _cell(text: str, width: float) -> str:
    """A text as large as its column lets it stand whole."""
    text = " ".join(text.split())
    fits = width / LETTER
    if len(text) <= fits:
        return escape(text)
    size = max(SMALLEST, SIZE * fits / len(text))
    return f'<small style="font-size: {size:.1f}pt">{escape(text)}</small>'


def _front_context(facts: RosterFacts) -> dict[str, object]:
    return {
        "facts": facts,
        "as_of": english_day(facts.as_of),
        "state": _state(facts),
        "brought_forward": words.tenths(facts.brought_forward) if facts.brought_forward else "",
        "totals": [sum_row(added) for added in degree_totals(facts)],
        "sum": sum_row(total("All players", facts.lines)),
    }


def _title(facts: RosterFacts) -> str:
    of_club = f", {facts.club}" if facts.club else ""
    return f"{facts.card_game} Roster as of {english_day(facts.as_of)}{of_club}"


def _state(facts: RosterFacts) -> str:
    if facts.published_on:
        return f"Published {english_day(facts.published_on)}"
    return "Working copy, not published: it still follows corrections"


def _running_state(facts: RosterFacts) -> str:
    return f"{facts.authority} · {_state(facts)}"


def _identifier(facts: RosterFacts) -> str:
    return f"{facts.serial or f'Roster {facts.as_of.isoformat()} working copy'} {facts.club}".strip()


def _front(width: float, height: float) -> str:
    corner = ornament.rosette(9, 3, 16, 5)
    corners = "".join(
        inked(corner, 0.13, at(x, y)) for x in (31.0, width - 31.0) for y in (31.0, height - 31.0)
    )
    drawing = (
        ruled(width, height, 10, 0.5)
        + inked(ornament.frame(width, height, 11, 7.5, 6), 0.14)
        + ruled(width, height, 19.5, 0.5)
        + ruled(width, height, 20.6, 0.15)
        + corners
        + crest(crest_svg(), width / 2, 67, 46)
    )
    return ground(width, height, drawing)
