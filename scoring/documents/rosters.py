"""The Whoopie Roster as a printed booklet."""

from __future__ import annotations

from collections.abc import Iterable

from sanctioning.documents.press import Paper, crest_svg, press, render
from scoring.documents import ornament, words
from scoring.documents.drawing import at, crest, ground, inked, ruled
from scoring.documents.facts import (
    SHELF,
    PageSize,
    RosterFacts,
    RosterTotal,
    grouped,
    total,
)
from scoring.rosters import RosterLine, by_degree, by_name

PORTRAIT: dict[PageSize, tuple[float, float]] = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
NO_CLUB = "Without a club"


def _row(line: RosterLine) -> dict[str, str]:
    return {
        "name": line.name,
        "number": line.number,
        "club": line.club or "–",
        "degree_short": line.degree.removesuffix(" of Whoopie"),
        "points": words.tenths(line.points),
        "blue": words.tenths(line.blue_points) if line.blue_points else "–",
    }


def _sum(added: RosterTotal) -> dict[str, str]:
    return {
        "label": added.label,
        "count": f"{added.players:,}",
        "players": f"{added.players:,} player{'' if added.players == 1 else 's'}",
        "points": words.tenths(added.points),
        "blue": words.tenths(added.blue_points),
    }


def _part(label: str, lines: Iterable[RosterLine]) -> tuple[str, list[dict[str, str]], dict[str, str]]:
    held = list(lines)
    return label, [_row(line) for line in held], _sum(total(label, held))


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


def roster_pdf(facts: RosterFacts, size: PageSize = "A4") -> bytes:
    """Front page, by degree, by name, by club, totals."""
    width, height = PORTRAIT[size]
    ranked = sorted(facts.lines, key=by_degree)
    degrees = [_part(label, lines) for label, lines in grouped(ranked, lambda line: line.degree)]
    clubs = [
        _part(label or NO_CLUB, lines)
        for label, lines in sorted(
            grouped(ranked, lambda line: line.club), key=lambda group: (not group[0], group[0].casefold())
        )
    ]
    published = f"Published {words.day(facts.published_on)}" if facts.published_on else ""
    state = published or "Working copy, not published: it still follows corrections"
    context: dict[str, object] = {
        "facts": facts,
        "title": f"Whoopie Roster as of {words.day(facts.as_of)}",
        "created_iso": (facts.published_on or facts.as_of).isoformat(),
        "width": width,
        "height": height,
        "as_of": words.day(facts.as_of),
        "state": state,
        "running_state": f"{facts.authority} · {state}",
        "by_degree": degrees,
        "by_name": [_row(line) for line in sorted(facts.lines, key=by_name)],
        "by_club": clubs,
        "degree_totals": [added for _, _, added in degrees],
        "club_totals": [added for _, _, added in clubs],
        "sum": _sum(total("All players", facts.lines)),
    }
    identifier = facts.serial or f"Roster {facts.as_of.isoformat()} working copy"
    return press(
        Paper(
            html=render(SHELF / "roster.html", context),
            style=SHELF / "roster.css",
            identifier=identifier,
            ground=_front(width, height),
        )
    )
