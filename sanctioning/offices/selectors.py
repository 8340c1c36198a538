"""Who holds which office, held it, or will: of the authority and of a club.

Terms: time (where a term stands on the day: now, to come, over).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from sanctioning.clubs.models import Club
from sanctioning.identity.same_person import identity_id, rows_of
from sanctioning.kit.clock import today
from sanctioning.kit.lists.filters import NAME_OR_NUMBER, kind_of, one_of, words
from sanctioning.kit.lists.lists import ListSource
from sanctioning.kit.request_cache import asked_once
from sanctioning.offices import permissions
from sanctioning.offices.models.office import CLUB_OFFICES, Appointment, Office
from sanctioning.offices.permissions import may_appoint
from sanctioning.people.models.person import Person

AUTHORITY_OFFICES = (
    Office.MANAGING_EXECUTOR,
    Office.ASSOCIATE_EXECUTOR,
    Office.ACTING_EXECUTOR,
    Office.COLLEGE,
    Office.REGISTRAR,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermLine:
    id: int
    name: str
    number: str
    office: str
    title: str
    club_name: str
    club_slug: str
    first_day: dt.date
    last_day: dt.date | None
    time: str
    ended_for: str
    appointed_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeHolders:
    """One office with its terms: who holds it now, who will, who did."""

    office: str
    title: str
    now: tuple[TermLine, ...]
    to_come: tuple[TermLine, ...]
    over: tuple[TermLine, ...]


def authority_offices(
    *, asker: Person | None, day: dt.date | None = None
) -> tuple[OfficeHolders, ...] | None:
    """Every office of the authority itself, for the Managing Executor; None for others. Two queries."""
    day = day or today()
    if not may_appoint(asker, day):
        return None
    return by_office(_terms(Appointment.objects.filter(club=None)), AUTHORITY_OFFICES, day)


def authority_terms(*, asker: Person | None, day: dt.date | None = None) -> ListSource[Appointment, TermLine]:
    """Every term of an office of the authority, past ones too. Two queries a page."""
    day = day or today()
    running = Q(first_day__lte=day) & (Q(last_day__isnull=True) | Q(last_day__gte=day))
    seen = may_appoint(asker, day)
    held = Appointment.objects.filter(club=None) if seen else Appointment.objects.none()
    return ListSource(
        rows=held.select_related("person", "club", "appointed_by"),
        lines=lambda terms: tuple(term_line(term, day) for term in terms),
        sorts={
            "name": ("person__family_name", "person__given_names"),
            "office": ("office", "first_day"),
            "from": ("first_day",),
            "until": (F("last_day"),),
        },
        order="-from",
        filters=(
            words(
                "search",
                NAME_OR_NUMBER,
                "person__given_names",
                "person__family_name",
                numbers=("person__number",),
            ),
            one_of(
                "office",
                _("Office"),
                "office",
                [(office.value, office.label) for office in AUTHORITY_OFFICES],
                all_words=_("all offices"),
            ),
            kind_of(
                "time",
                _("Time"),
                {
                    "now": (_("held today"), running),
                    "to-come": (_("to come"), Q(first_day__gt=day)),
                    "over": (_("over"), Q(last_day__lt=day)),
                },
                all_words=_("at any time"),
            ),
        ),
    )


def club_offices(club: Club, day: dt.date) -> tuple[OfficeHolders, ...]:
    """The offices of one club. One query."""
    return by_office(_terms(Appointment.objects.filter(club=club)), CLUB_OFFICES, day)


def terms_of(person: Person, day: dt.date) -> tuple[TermLine, ...]:
    """Every office that one person holds, held or will hold, the latest first. One query."""
    held = _terms(Appointment.objects.filter(person__in=rows_of(person))).order_by("-first_day", "-id")
    return tuple(term_line(term, day) for term in held)


def by_office(
    terms: Iterable[Appointment], offices: Iterable[Office], day: dt.date
) -> tuple[OfficeHolders, ...]:
    lines = [term_line(term, day) for term in terms]

    def those(office: Office, time: str) -> tuple[TermLine, ...]:
        return tuple(line for line in lines if (line.office, line.time) == (office, time))

    return tuple(
        OfficeHolders(
            office=office,
            title=office.label,
            now=those(office, "now"),
            to_come=those(office, "to come"),
            over=those(office, "over")[::-1],
        )
        for office in offices
    )


def term_line(term: Appointment, day: dt.date) -> TermLine:
    over = term.last_day is not None and term.last_day < day
    return TermLine(
        id=term.pk,
        name=term.person.name,
        number=term.person.number,
        office=term.office,
        title=term.get_office_display(),
        club_name=term.club.name if term.club else "",
        club_slug=term.club.slug if term.club else "",
        first_day=term.first_day,
        last_day=term.last_day,
        time="over" if over else "to come" if term.first_day > day else "now",
        ended_for=term.ended_for,
        appointed_by=term.appointed_by.name if term.appointed_by else "",
    )


def term_numbered(number: int) -> Appointment | None:
    return Appointment.objects.select_related("person", "club").filter(pk=number).first()


def _terms(of: QuerySet[Appointment]) -> QuerySet[Appointment]:
    ordered = of.order_by("first_day", "person__family_name", "person__given_names", "id")
    return ordered.select_related("person", "club", "appointed_by")


def clubs_kept_by(person: Person) -> tuple[Club, ...]:
    """Clubs that the person registered, or is to be an officer of, and that are not approved yet. One query,
    once in a page."""
    open_states = [state for state in Club.State if state not in (Club.State.APPROVED, Club.State.CLOSED)]
    clubs = Club.objects.filter(state__in=open_states)
    rows = rows_of(person)
    own = clubs.filter(Q(registered_by__in=rows) | Q(officers_to_be__in=rows))
    in_order = own.distinct().order_by("name")
    return asked_once(("clubs kept by", identity_id(person)), lambda: tuple(in_order))


def runs_club_at(*, person: Person, club_slug: str) -> bool:
    """Whether the person is an officer or director of that club today. One query, once in a page."""
    day = today()
    return any(
        term.club is not None
        and term.club.slug == club_slug
        and term.office in CLUB_OFFICES
        and term.runs_on(day)
        for term in permissions.appointments_of(person)
    )
