"""The errata of a published roster on a leaf of their own, to be laid into the booklet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sanctioning.kit.press.press import Paper, crest_svg, press, render
from sanctioning.kit.wording.day_formats import english_day
from scoring.rosters.documents.facts import TEMPLATES, RosterFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class ErratumFacts:
    """What was printed of a player, and what is right since a result was corrected."""

    number: int
    dated: date
    name: str
    member_number: str
    said: str
    right: str
    why: str
    ordered_by: str


def errata_pdf(roster: RosterFacts, errata: Sequence[ErratumFacts]) -> bytes:
    """The leaf; the same bytes from the same errata."""
    last = max((erratum.dated for erratum in errata), default=roster.as_of)
    context: dict[str, object] = {
        "roster": roster,
        "errata": [(erratum, english_day(erratum.dated)) for erratum in errata],
        "seal": crest_svg(),
        "as_of": english_day(roster.as_of),
        "last": english_day(last),
        "last_iso": last.isoformat(),
    }
    return press(
        Paper(
            html=render(TEMPLATES / "errata.html", context),
            style=TEMPLATES / "errata.css",
            identifier=f"{roster.serial} errata {len(errata)}",
        )
    )
