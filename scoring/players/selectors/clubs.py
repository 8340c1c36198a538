"""A club: who runs it, its next event, its year, and its members as the last published roster prints them.

Invariant: the figures of a year count events that are sanctioned and not called off; they come from the
events that the page reads anyway.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Final

from django.db.models import OuterRef
from django.utils.translation import gettext_lazy as _

from rules_engine.card_games import CARD_GAMES
from sanctioning.clubs.models import Club
from sanctioning.clubs.permissions import has_club_desk
from sanctioning.fees.selectors.fees import ClubBalance, InvoiceLine, balance_of, every_invoice_of
from sanctioning.identity.names import full_name, shown
from sanctioning.kit.clock import today
from sanctioning.kit.lists.counting import counted
from sanctioning.kit.lists.filters import words
from sanctioning.kit.lists.lists import ListSource
from sanctioning.offices.models.office import Appointment
from sanctioning.offices.permissions import runs_club
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from scoring.points import NO_POINTS
from scoring.results.selectors.results import ResultLine, latest_results
from scoring.rosters.selectors.rosters import OfRoster, RosterRow, club_rows_on, latest_published
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import Calendar, CalendarLine, calendar

FINISHED: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubLine:
    name: str
    slug: str
    place: str
    members: int
    events: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Officer:
    name: str
    number: str
    office: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MembersOfDegree:
    """`have_points` is false where nobody of them has any, as among novices who only took part."""

    degree: str
    rows: tuple[RosterRow, ...]
    have_points: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRoster(OfRoster):
    """The members of a club on the last published roster of a card game, with their points together."""

    rows: tuple[RosterRow, ...]
    points: Decimal

    @property
    def by_degree(self) -> tuple[MembersOfDegree, ...]:
        """The highest degree first."""
        by_degree = [(degree, tuple(rows)) for degree, rows in groupby(self.rows, key=lambda row: row.degree)]
        return tuple(
            MembersOfDegree(degree=degree, rows=rows, have_points=any(row.points for row in rows))
            for degree, rows in by_degree
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthOfClub:
    """How many events began in a month: those that are over, and those under way or still to come."""

    first: dt.date
    over: int
    to_come: int


@dataclass(frozen=True, slots=True, kw_only=True)
class YearOfClub:
    """A year month by month, and what its events so far come to."""

    year: int
    months: tuple[MonthOfClub, ...]
    events: int
    games: int
    entries: int

    @property
    def most(self) -> int:
        """Events of the fullest month."""
        return max(month.over + month.to_come for month in self.months)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubDetail:
    """`next_event` is the first that is sanctioned and not called off, and no longer among those of
    `to_come`; `year` is the running one, None without an event in it; `finished` are the last few. `rosters`
    are those that name members of the club, a card game each; `runs` says that the asker runs the club; its
    account and invoices are given to those who may see them."""

    name: str
    slug: str
    number: int
    place: str
    state: str
    state_words: str
    has_desk: bool
    members: int
    officers: tuple[Officer, ...]
    next_event: CalendarLine | None
    to_come: tuple[CalendarLine, ...]
    finished: tuple[CalendarLine, ...]
    year: YearOfClub | None
    rosters: tuple[ClubRoster, ...]
    results: tuple[ResultLine, ...]
    runs: bool
    account: ClubBalance | None
    invoices: tuple[InvoiceLine, ...]


def clubs() -> ListSource[Club, ClubLine]:
    """Approved clubs. Two queries a page."""
    rows = Club.objects.filter(state=Club.State.APPROVED).annotate(
        member_count=counted(Person.objects.filter(home_club=OuterRef("pk"), merged_into=None), "home_club"),
        event_count=counted(
            Event.objects.filter(club=OuterRef("pk"), sanction__state=Sanction.State.GRANTED), "club"
        ),
    )
    return ListSource(
        rows=rows,
        lines=lambda clubs: tuple(map(_club_line, clubs)),
        sorts={
            "name": ("name",),
            "place": ("place", "name"),
            "members": ("member_count",),
            "events": ("event_count",),
        },
        order="name",
        filters=(words("search", _("Club or place"), "name", "place"),),
    )


def _club_line(club: Club) -> ClubLine:
    return ClubLine(
        name=club.name,
        slug=club.slug,
        place=club.place,
        members=club.member_count,  # type: ignore[attr-defined]
        events=club.event_count,  # type: ignore[attr-defined]
    )


def club_detail(*, slug: str, asker: Person | None = None) -> ClubDetail | None:
    """One club; None for an address that no club has."""
    members = counted(Person.objects.filter(home_club=OuterRef("pk"), merged_into=None), "home_club")
    club = Club.objects.filter(slug=slug).annotate(member_count=members).first()
    if club is None:
        return None
    account = balance_of(club, asker=asker)
    new_year = today().replace(month=1, day=1)
    events = calendar(asker=asker, club_slug=slug, past=FINISHED, since=new_year)
    next_event = next(filter(_is_on, events.upcoming), None)
    return ClubDetail(
        name=club.name,
        slug=club.slug,
        number=club.number,
        place=club.place,
        state=club.state,
        state_words=club.get_state_display(),
        has_desk=has_club_desk(asker, today(), club),
        members=club.member_count,
        officers=_officers(club),
        next_event=next_event,
        to_come=tuple(line for line in events.upcoming if line is not next_event),
        finished=events.past[:FINISHED],
        year=_year_of(new_year, events),
        rosters=tuple(_rosters(club)),
        results=latest_results(club_slug=slug),
        runs=runs_club(asker, today(), club),
        account=account,
        invoices=every_invoice_of(club) if account else (),
    )


def _is_on(line: CalendarLine) -> bool:
    return line.state == Sanction.State.GRANTED and not line.cancelled


def _year_of(new_year: dt.date, events: Calendar) -> YearOfClub | None:
    over, to_come = (
        [line for line in lines if _is_on(line) and line.first_day.year == new_year.year]
        for lines in (events.past, events.upcoming)
    )
    if not over and not to_come:
        return None
    ended, coming = (Counter(line.first_day.month for line in lines) for lines in (over, to_come))
    return YearOfClub(
        year=new_year.year,
        months=tuple(
            MonthOfClub(first=new_year.replace(month=month), over=ended[month], to_come=coming[month])
            for month in range(1, 13)
        ),
        events=len(over),
        games=sum(line.games for line in over),
        entries=sum(line.entries for line in over),
    )


def _rosters(club: Club) -> Iterator[ClubRoster]:
    """Card game by card game. Three queries, however many rosters are published."""
    latest = latest_published()
    rosters = [latest[card_game] for card_game in CARD_GAMES if card_game in latest]
    members = club_rows_on(rosters, club.name)
    for roster in rosters:
        rows = members[roster.pk]
        if rows:
            points = sum((row.points for row in rows), NO_POINTS)
            yield ClubRoster(card_game=roster.card_game, as_of=roster.as_of, rows=rows, points=points)


def _officers(club: Club) -> tuple[Officer, ...]:
    held = Appointment.objects.on(today()).filter(club=club).select_related(*shown("person"))
    return tuple(
        Officer(
            name=full_name(row.person), number=row.person.identity.number, office=row.get_office_display()
        )
        for row in held
    )
