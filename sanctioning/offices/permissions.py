"""Who may do what in the authority: predicates on a person, a day and a thing, denied by default.

Purpose: every right follows from an appointment that runs on the day of the act. The layers above build
theirs from the same blocks.
Invariant: a service asks `require`; a page asks the same predicate before it shows a button.
"""

from __future__ import annotations

import datetime as dt
from typing import NoReturn

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.identity.names import has_public_page
from sanctioning.identity.same_person import identity_id, rows_of, same_person
from sanctioning.kit.prepared_queries import Prepared
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.request_cache import asked_once
from sanctioning.offices.models.office import CLUB_OFFICES, Appointment, Office
from sanctioning.people.models.person import Person

JOB_WATCHERS = (Office.REGISTRAR, Office.MANAGING_EXECUTOR)
EXECUTORS = (Office.ACTING_EXECUTOR, Office.ASSOCIATE_EXECUTOR, Office.MANAGING_EXECUTOR)


def holds(person: Person | None, day: dt.date, *offices: str, club: Club | None = None) -> bool:
    """Whether the person holds one of the offices on that day, of that club where one is given."""
    if person is None:
        return False
    return any(
        term.office in offices and term.runs_on(day) and (club is None or term.club_id == club.pk)
        for term in appointments_of(person)
    )


def appointments_of(person: Person) -> tuple[Appointment, ...]:
    """All terms of the person with their clubs, a handful: choosing among them costs half of a question for
    the one. One query, once in a page."""
    key = identity_id(person)
    return asked_once(("terms", key), lambda: tuple(_TERMS(key)))


_TERMS = Prepared(
    lambda person: (
        Appointment.objects.filter(person__in=rows_of(Person(pk=person))).select_related("club").order_by()
    )
)


def terms_held(person: Person, day: dt.date) -> QuerySet[Appointment]:
    """The terms of the person that run on that day, not read yet: for what hangs on one, such as a game."""
    return Appointment.objects.on(day).filter(person__in=rows_of(person))


def clubs_run_by(person: Person, day: dt.date) -> QuerySet[Club]:
    """Clubs of which the person is an officer or director on that day: no other office names one."""
    return Club.objects.filter(pk__in=terms_held(person, day).values("club"))


def is_managing_executor(person: Person | None, day: dt.date) -> bool:
    return holds(person, day, Office.MANAGING_EXECUTOR)


def is_registrar(person: Person | None, day: dt.date) -> bool:
    return holds(person, day, Office.REGISTRAR)


def is_executor(person: Person | None, day: dt.date) -> bool:
    return holds(person, day, *EXECUTORS)


def runs_club(person: Person | None, day: dt.date, club: Club) -> bool:
    return holds(person, day, *CLUB_OFFICES, club=club)


def may_see_private_data(asker: Person | None, day: dt.date, of: Person) -> bool:
    """The person, and the registrar and Managing Executor who need it."""
    return same_person(asker, of) or may_see_people(asker, day)


def may_see_people(person: Person | None, day: dt.date) -> bool:
    """Everybody's record with its private data: registrar and Managing Executor."""
    return holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR)


def may_see_page(asker: Person | None, day: dt.date, of: Person) -> bool:
    """A person's own page of points and games: anybody where it is public, else as private data."""
    return has_public_page(of, day) or may_see_private_data(asker, day, of)


def require(allowed: bool, *, what: str, who: str, rule: str) -> None:
    """Refuse unless allowed: `what` is the act, `who` are those who may."""
    if not allowed:
        deny(what=what, who=who, rule=rule)


def deny(*, what: str, who: str, rule: str) -> NoReturn:
    raise Refusal(
        code="not-allowed",
        sentence=_("You may not %(what)s.") % {"what": what},
        rule=rule,
        remedy=_("Ask %(who)s to do it.") % {"who": who},
        status=403,
    )


def may_keep_areas(person: Person | None, day: dt.date, of: Person) -> bool:
    """An executor keeps his own places and days; the Managing Executor anybody's."""
    own = same_person(person, of) and is_executor(person, day)
    return own or is_managing_executor(person, day)


def may_record_conflict(person: Person | None, day: dt.date, of: Person) -> bool:
    """Everybody declares his own; the Managing Executor records what comes to his ears."""
    return same_person(person, of) or is_managing_executor(person, day)


def may_appoint(person: Person | None, day: dt.date) -> bool:
    return is_managing_executor(person, day)


def may_keep_term(person: Person | None, day: dt.date, office: str, club: Club | None) -> bool:
    """Appoint to an office, prolong or end its term: the Managing Executor; for a club also its officers."""
    own = club is not None and office in CLUB_OFFICES and holds(person, day, Office.CLUB_OFFICER, club=club)
    return own or may_appoint(person, day)
