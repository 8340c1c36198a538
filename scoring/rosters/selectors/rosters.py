"""Rosters: which there are, the lines of one by degree and name or by a search, and its errata.

Invariants: names are those of `names`; a working copy is seen only by those who may compile it; a
page of a roster holds its own lines and no others, however long the roster is.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import Annotated

from django.db.models import Count, Exists, OuterRef, Prefetch, QuerySet
from django.utils.translation import gettext as _

from rules_engine.card_games import CARD_GAMES
from sanctioning.clubs.models import Club
from sanctioning.kit.clock import today
from sanctioning.kit.lists.paging import page_among, pages_of
from sanctioning.kit.request_cache import asked_once
from sanctioning.people.models.person import Person
from scoring.points import NO_POINTS
from scoring.rosters.lines import RosterKey, RosterLine, sorting_key
from scoring.rosters.models import Roster, RosterDocument
from scoring.rosters.permissions import may_compile_roster
from scoring.rosters.selectors import kept_lines as roster_sheets
from scoring.rosters.selectors.brought_forward import brought_forward_on
from scoring.rosters.selectors.errata import ErratumLine, errata_shown
from scoring.rosters.selectors.names import as_shown, found_as_shown

PAGE = 100
# How many lines a search over all rosters reads, about, and how many it shows.
MOST_READ = 200_000
MOST_FOUND = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class OfRoster:
    """Whatever is of one roster."""

    card_game: str
    as_of: dt.date

    @property
    def key(self) -> RosterKey:
        return RosterKey(self.as_of, self.card_game)

    @property
    def name(self) -> str:
        """`Whoopie Roster`, in the language of who reads it."""
        return _("%(card_game)s Roster") % {"card_game": CARD_GAMES[self.card_game].name}


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterHead(OfRoster):
    serial: str
    title: str
    state: Annotated[str, Roster.State]
    compiled_at: dt.datetime
    published_at: dt.datetime | None
    players: int
    points: Decimal
    blue: Decimal
    brought_forward: Decimal
    inputs_hash: str
    csv_sha256: str
    has_document: bool
    errata: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRow:
    name: str
    number: str
    club: str
    degree: str
    degree_rank: int
    points: Decimal
    blue: Decimal
    brought_forward: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class DegreeTotal:
    degree: str
    players: int
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
    totals: tuple[DegreeTotal, ...]
    errata: tuple[ErratumLine, ...]


def rosters(*, asker: Person | None = None) -> tuple[RosterHead, ...]:
    """All rosters that the asker may see, the latest first."""
    return tuple(map(head_of, _visible(asker)))


def roster_detail(
    key: RosterKey,
    *,
    asker: Person | None = None,
    search: str = "",
    degree: str = "",
    page: int = 1,
) -> RosterDetail | None:
    """One page of a roster, highest degree and most points first; None where there is nothing to see."""
    roster = published_roster(key, asker=asker)
    if roster is None:
        return None
    totals = tuple(_degree_total(row) for row in roster.degrees)
    count, rows, page = _page_of(roster, totals, search, degree, page)
    return RosterDetail(
        head=head_of(roster),
        rows=roster_rows(rows, of=roster),
        found=count,
        page=page,
        pages=pages_of(count, PAGE),
        degrees=tuple(total.degree for total in totals),
        totals=totals,
        errata=errata_shown(roster),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundLine(OfRoster):
    """A line of one of several rosters."""

    row: RosterRow


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundLines:
    """`searched` are the rosters that were read, the latest first; `more` whether lines were left out."""

    lines: tuple[FoundLine, ...]
    searched: int
    more: bool


def on_rosters(*, search: str) -> FoundLines:
    """Whoever is named on published rosters, the latest roster first; reads some rosters and no more."""
    words = search.split()[:6]
    lines: list[FoundLine] = []
    read = searched = 0
    for roster in _visible(None):
        if not words or read > MOST_READ or len(lines) > MOST_FOUND:
            break
        searched, read = searched + 1, read + roster.players
        matching = found_as_shown(roster_sheets.lines(roster), _matching(words))
        some = islice(matching, MOST_FOUND + 1 - len(lines))
        lines += [
            FoundLine(card_game=roster.card_game, as_of=roster.as_of, row=_roster_row(line, name))
            for line, name in some
        ]
    return FoundLines(lines=tuple(lines[:MOST_FOUND]), searched=searched, more=len(lines) > MOST_FOUND)


def published_roster(key: RosterKey, *, asker: Person | None = None) -> Roster | None:
    """The roster itself, for whoever hands it on as a file; None where there is nothing to see. Two queries,
    once in a page."""
    seen = _visible(asker).filter(as_of=key.as_of, card_game=key.card_game)
    return asked_once(("roster", key, asker and asker.pk), seen.first)


def roster_document(
    key: RosterKey,
    *,
    asker: Person | None = None,
    kind: str = RosterDocument.Kind.BOOKLET,
    club: str = "",
) -> bytes | None:
    """The bytes of a printed part of the roster; None while its job has not made it."""
    roster = published_roster(key, asker=asker)
    if roster is None:
        return None
    document = roster.documents.filter(kind=kind, club=club).first()
    if document is None:
        return None
    with document.file.open("rb") as file:
        return bytes(file.read())


def club_rows(roster: Roster, club: str) -> tuple[RosterRow, ...]:
    """The members of a club as the roster lists them, most points first."""
    return club_rows_on([roster], club)[roster.pk]


def club_rows_on(rosters: Collection[Roster], club: str) -> dict[int, tuple[RosterRow, ...]]:
    """The same of several rosters, by the key of each. Two queries, and one for each on which something was
    brought forward."""
    members = [(roster, line) for roster, line in roster_sheets.lines_on(rosters) if line.club == club]
    named = list(as_shown(line for _roster, line in members))
    shown: dict[int, list[tuple[RosterLine, str]]] = {roster.pk: [] for roster in rosters}
    for (roster, _line), line in zip(members, named, strict=True):
        shown[roster].append(line)
    return {roster.pk: _rows(shown[roster.pk], roster) for roster in rosters}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPart:
    head: RosterHead
    club: str
    slug: str
    rows: tuple[RosterRow, ...]
    points: Decimal
    blue: Decimal


def club_part(key: RosterKey, *, slug: str, asker: Person | None = None) -> ClubPart | None:
    """The part of one club; None where there is none to see."""
    roster = published_roster(key, asker=asker)
    club = Club.objects.filter(slug=slug).first()
    rows = club_rows(roster, club.name) if roster and club else ()
    if roster is None or club is None or not rows:
        return None
    return ClubPart(
        head=head_of(roster),
        club=club.name,
        slug=club.slug,
        rows=rows,
        points=sum((row.points for row in rows), Decimal("0.0")),
        blue=sum((row.blue for row in rows), Decimal("0.0")),
    )


def _visible(asker: Person | None) -> QuerySet[Roster]:
    booklets = RosterDocument.objects.filter(kind=RosterDocument.Kind.BOOKLET)
    seen = (
        Roster.objects.annotate(errata_count=Count("errata"))
        .order_by("-as_of", "-card_game")
        .prefetch_related(Prefetch("documents", queryset=booklets, to_attr="booklets"))
    )
    if asker is not None and may_compile_roster(asker, today()):
        return seen
    return seen.filter(state=Roster.State.PUBLISHED)


def _page_of(
    roster: Roster, totals: tuple[DegreeTotal, ...], search: str, degree: str, page: int
) -> tuple[int, list[RosterLine], int]:
    """How many lines there are, those of the page, and which page that is."""
    first, count = 0, roster.players
    if degree:
        before = [total for total in totals if total.degree != degree]
        index = next((index for index, total in enumerate(totals) if total.degree == degree), len(totals))
        first = sum(total.players for total in before[:index])
        count = roster.players - sum(total.players for total in before)
    if search.strip():
        lines = islice(roster_sheets.lines(roster), first, first + count)
        matching = [line for line, _ in found_as_shown(lines, _matching(search.split()[:6]))]
        page = page_among(page, pages_of(len(matching), PAGE))
        return len(matching), matching[(page - 1) * PAGE : page * PAGE], page
    page = page_among(page, pages_of(count, PAGE))
    start = (page - 1) * PAGE
    return count, roster_sheets.slice_of(roster, first + start, min(PAGE, count - start)), page


def _matching(words: list[str]) -> Callable[[RosterLine, str], bool]:
    """Whether every word stands in the name or the club, with or without accents, or is the number."""

    def matches(line: RosterLine, named: str) -> bool:
        name, club = sorting_key(named), sorting_key(line.club)
        return all(
            sorting_key(word) in name or sorting_key(word) in club or word.upper() == line.number
            for word in words
        )

    return matches


def latest_published() -> dict[str, Roster]:
    """By card game, the roster published for the latest day. One query, once in a page."""
    published = Roster.objects.filter(state=Roster.State.PUBLISHED)
    later = published.filter(card_game=OuterRef("card_game"), as_of__gt=OuterRef("as_of"))
    rosters = published.filter(~Exists(later))
    return asked_once("latest rosters", lambda: {roster.card_game: roster for roster in rosters})


def head_of(roster: Roster) -> RosterHead:
    return RosterHead(
        card_game=roster.card_game,
        as_of=roster.as_of,
        serial=roster.serial,
        title=str(roster),
        state=roster.state,
        compiled_at=roster.compiled_at,
        published_at=roster.published_at,
        players=roster.players,
        points=roster.points,
        blue=roster.blue,
        brought_forward=roster.brought_forward,
        inputs_hash=roster.inputs_hash,
        csv_sha256=roster.csv_sha256,
        has_document=bool(roster.booklets),  # type: ignore[attr-defined]
        errata=roster.errata_count,  # type: ignore[attr-defined]
    )


def _degree_total(row: list[str]) -> DegreeTotal:
    degree, players, points, blue = row
    return DegreeTotal(degree=degree, players=int(players), points=Decimal(points), blue=Decimal(blue))


def roster_rows(lines: Iterable[RosterLine], of: Roster | None = None) -> tuple[RosterRow, ...]:
    """One query for each 500, and one for what was brought forward on the roster that they are of."""
    return _rows(list(as_shown(lines)), of)


def _rows(shown: Sequence[tuple[RosterLine, str]], of: Roster | None) -> tuple[RosterRow, ...]:
    before = brought_forward_on(of, [line.number for line, _ in shown]) if of and of.brought_forward else {}
    return tuple(_roster_row(line, name, before.get(line.number, NO_POINTS)) for line, name in shown)


def _roster_row(line: RosterLine, name: str, brought_forward: Decimal = NO_POINTS) -> RosterRow:
    return RosterRow(
        name=name,
        number=line.number,
        club=line.club,
        degree=line.degree,
        degree_rank=line.degree_rank,
        points=line.points,
        blue=line.blue_points,
        brought_forward=brought_forward,
    )


def roster_of(key: RosterKey) -> Roster | None:
    """The roster of a card game as of a day, for those who compile it."""
    return Roster.objects.filter(as_of=key.as_of, card_game=key.card_game).first()
