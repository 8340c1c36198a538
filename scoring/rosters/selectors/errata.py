"""What was corrected since a roster was published.

Invariant: papers say it with the names that were printed, pages with those of today.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from decimal import Decimal

from sanctioning.kit.clock import day_of
from scoring.rosters.models import Erratum, Roster
from scoring.rosters.selectors.names import names_today


@dataclass(frozen=True, slots=True, kw_only=True)
class ErratumLine:
    """`said` is what the roster prints, `right` what it should; an empty degree is somebody not listed."""

    number: int
    dated: dt.date
    name: str
    member_number: str
    said_degree: str
    said_points: Decimal
    said_blue: Decimal
    right_degree: str
    right_points: Decimal
    right_blue: Decimal
    why: str
    ruling: str
    ordered_by: str
    event_name: str
    event_slug: str
    game_number: int
    game_group: str


def errata_of(roster: Roster) -> tuple[ErratumLine, ...]:
    """What was corrected since publication, as printed and in the order it became known. One query."""
    rows = roster.errata.select_related("certification__ordered_by", "certification__game__event")
    return tuple(map(_erratum_line, rows.order_by("number")))


def errata_shown(roster: Roster) -> tuple[ErratumLine, ...]:
    """The same for a page: with the names of today. Two queries."""
    printed = errata_of(roster)
    names = names_today({erratum.member_number: erratum.name for erratum in printed})
    return tuple(replace(erratum, name=names[erratum.member_number]) for erratum in printed)


def _erratum_line(row: Erratum) -> ErratumLine:
    certification = row.certification
    game = certification.game
    return ErratumLine(
        number=row.number,
        dated=day_of(row.at),
        name=row.name,
        member_number=row.member_number,
        said_degree=row.said_degree,
        said_points=row.said_points,
        said_blue=row.said_blue,
        right_degree=row.right_degree,
        right_points=row.right_points,
        right_blue=row.right_blue,
        why=certification.why,
        ruling=certification.ruling,
        ordered_by=certification.ordered_by.name if certification.ordered_by else "",
        event_name=game.event.name,
        event_slug=game.event.slug,
        game_number=game.number,
        game_group=game.group,
    )
