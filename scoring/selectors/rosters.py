"""Rosters: which there are, and the lines of one, by degree and name or by a search.

Invariant: a working copy is seen only by those who may compile it.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q, QuerySet

from sanctioning.clock import today
from sanctioning.models import Person
from scoring.models import Roster, RosterLine
from scoring.permissions import may_compile_roster

PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterHead:
    as_of: dt.date
    serial: str
    title: str
    state: str
    published_at: dt.datetime | None
    players: int
    points: Decimal
    blue: Decimal
    inputs_hash: str
    csv_sha256: str
    has_document: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRow:
    name: str
    number: str
    club: str
    degree: str
    degree_rank: int
    points: Decimal
    blue: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterDetail:
    head: RosterHead
    rows: tuple[RosterRow, ...]
    found: int
    page: int
    pages: int
    degrees: tuple[str, ...]


def rosters(*, asker: Person | None = None) -> tuple[RosterHead, ...]:
    """All rosters that the asker may see, the latest first."""
    return tuple(map(_head, _visible(asker)))


def roster_detail(
    *, as_of: dt.date, asker: Person | None = None, search: str = "", degree: str = "", page: int = 1
) -> RosterDetail | None:
    """One page of a roster, highest degree and most points first; None where there is nothing to see."""
    roster = _visible(asker).filter(as_of=as_of).first()
    if roster is None:
        return None
    lines = RosterLine.objects.filter(roster=roster)
    degrees = tuple(lines.order_by("-degree_rank").values_list("degree", flat=True).distinct())
    lines = _searched(lines, search)
    if degree:
        lines = lines.filter(degree=degree)
    found = lines.count()
    pages = max(1, -(-found // PAGE))
    page = min(max(1, page), pages)
    return RosterDetail(
        head=_head(roster),
        rows=tuple(map(roster_row, lines[(page - 1) * PAGE : page * PAGE])),
        found=found,
        page=page,
        pages=pages,
        degrees=degrees,
    )


def roster_csv(*, as_of: dt.date, asker: Person | None = None) -> bytes | None:
    """The bytes of the roster's CSV."""
    roster = _visible(asker, with_csv=True).filter(as_of=as_of).first()
    return bytes(roster.csv) if roster else None


def roster_document(*, as_of: dt.date, asker: Person | None = None) -> bytes | None:
    """The bytes of the printed roster; None while its job has not made it."""
    roster = _visible(asker).filter(as_of=as_of).first()
    document = getattr(roster, "document", None)
    if document is None:
        return None
    with document.file.open("rb") as file:
        return bytes(file.read())


def _visible(asker: Person | None, *, with_csv: bool = False) -> QuerySet[Roster]:
    seen = Roster.objects.select_related("document")
    if not with_csv:
        seen = seen.defer("csv")
    if asker is not None and may_compile_roster(asker, today()):
        return seen
    return seen.filter(state=Roster.State.PUBLISHED)


def _searched(lines: QuerySet[RosterLine], search: str) -> QuerySet[RosterLine]:
    for word in search.split()[:6]:
        lines = lines.filter(Q(name__icontains=word) | Q(number__iexact=word) | Q(club__icontains=word))
    return lines


def _head(roster: Roster) -> RosterHead:
    return RosterHead(
        as_of=roster.as_of,
        serial=roster.serial,
        title=str(roster),
        state=roster.state,
        published_at=roster.published_at,
        players=roster.players,
        points=roster.points,
        blue=roster.blue,
        inputs_hash=roster.inputs_hash,
        csv_sha256=roster.csv_sha256,
        has_document=hasattr(roster, "document"),
    )


def roster_row(line: RosterLine) -> RosterRow:
    return RosterRow(
        name=line.name,
        number=line.number,
        club=line.club,
        degree=line.degree,
        degree_rank=line.degree_rank,
        points=line.points,
        blue=line.blue,
    )
