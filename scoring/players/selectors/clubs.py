"""A club: who runs it, its events, and its members as the last published roster prints them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

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
from tournaments.events.selectors.events import Calendar, calendar


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
class ClubRoster(OfRoster):
    """The members of a club on the last published roster of a card game, with their points together."""

    rows: tuple[RosterRow, ...]
    points: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubDetail:
    """`rosters` are those that name members of the club, a card game each; `runs` says that the asker runs
    the club; its account and invoices are given to those who may see them."""

    name: str
    slug: str
    number: int
    place: str
    state: str
    state_words: str
    has_desk: bool
    members: int
    officers: tuple[Officer, ...]
    calendar: Calendar
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
        calendar=calendar(asker=asker, club_slug=slug),
        rosters=tuple(_rosters(club)),
        results=latest_results(club_slug=slug),
        runs=runs_club(asker, today(), club),
        account=account,
        invoices=every_invoice_of(club) if account else (),
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
