"""Who may do what in the authority: predicates on a person, a day and a thing, denied by default.

Purpose: every right follows from an appointment that runs on the day of the act. The layers above build
theirs from the same blocks.
Invariant: a service asks `require`; a page asks the same predicate before it shows a button.
"""

from __future__ import annotations

import datetime as dt
from typing import NoReturn

from django.db.models import Q, QuerySet
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
        for term in terms_of(person)
    )


def terms_of(person: Person) -> tuple[Appointment, ...]:
    """All terms of the person with their clubs, a handful: choosing among them costs half of a question for
    the one. One query, once in a page."""
    key = identity_id(person)
    return asked_once(("terms", key), lambda: tuple(_TERMS(key)))


_TERMS = Prepared(
    lambda person: (
        Appointment.objects.filter(person__in=rows_of(Person(pk=person))).select_related("club").order_by()
    )
)


def clubs_run_by(person: Person, day: dt.date) -> QuerySet[Club]:
    """Clubs of which the person is an officer or director on that day."""
    held = Appointment.objects.on(day).filter(person__in=rows_of(person), office__in=CLUB_OFFICES)
    return Club.objects.filter(pk__in=held.values("club"))


def is_managing_executor(person: Person | None, day: dt.date) -> bool:
    return holds(person, day, Office.MANAGING_EXECUTOR)


def is_registrar(person: Person | None, day: dt.date) -> bool:
    return holds(person, day, Office.REGISTRAR)


def is_executor(person: Person | None, day: dt.date) -> bool:
    return holds(person, day, *EXECUTORS)


def runs_club(person: Person | None, day: dt.date, club: Club) -> bool:
    return holds(person, day, *CLUB_OFFICES, club=club)


def keeps_club(person: Person | None, day: dt.date, club: Club) -> bool:
    """Its officers; before the approval and after a refusal whoever registered it and its officers to be."""
    if person is None:
        return False
    if club.state in (Club.State.APPROVED, Club.State.CLOSED):
        return holds(person, day, Office.CLUB_OFFICER, club=club)
    own = rows_of(person)
    return Club.objects.filter(Q(registered_by__in=own) | Q(officers_to_be__in=own), pk=club.pk).exists()


def may_close_club(person: Person | None, day: dt.date, club: Club) -> bool:
    return keeps_club(person, day, club) or is_managing_executor(person, day)


def may_see_members(person: Person | None, day: dt.date, club: Club) -> bool:
    """The club's own people, and those who keep the authority's records."""
    return runs_club(person, day, club) or holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR)


def has_club_desk(person: Person | None, day: dt.date, club: Club) -> bool:
    """Whether the club's own desk is the person's to see."""
    return keeps_club(person, day, club) or may_see_members(person, day, club)


def may_register_person(person: Person | None, day: dt.date) -> bool:
    """Registrar, Managing Executor, or whoever runs a club, which takes entries of people not yet known."""
    return holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR, *CLUB_OFFICES)


def may_approve_club(person: Person | None, day: dt.date) -> bool:
    return is_managing_executor(person, day)


def may_appoint(person: Person | None, day: dt.date) -> bool:
    return is_managing_executor(person, day)


def may_keep_term(person: Person | None, day: dt.date, office: str, club: Club | None) -> bool:
    """Appoint to an office, prolong or end its term: the Managing Executor; for a club also its officers."""
    own = club is not None and office in CLUB_OFFICES and holds(person, day, Office.CLUB_OFFICER, club=club)
    return own or may_appoint(person, day)


def may_keep_areas(person: Person | None, day: dt.date, of: Person) -> bool:
    """An executor keeps his own places and days; the Managing Executor anybody's."""
    own = same_person(person, of) and is_executor(person, day)
    return own or is_managing_executor(person, day)


def may_record_conflict(person: Person | None, day: dt.date, of: Person) -> bool:
    """Everybody declares his own; the Managing Executor records what comes to his ears."""
    return same_person(person, of) or is_managing_executor(person, day)


def may_amend_law(person: Person | None, day: dt.date) -> bool:
    return is_managing_executor(person, day)


def may_describe_authority(person: Person | None, day: dt.date) -> bool:
    return is_managing_executor(person, day)


def may_bar(person: Person | None, day: dt.date) -> bool:
    """The authority bars players from what it sanctions."""
    return is_managing_executor(person, day)


def may_apply_for_sanction(person: Person | None, day: dt.date, club: Club) -> bool:
    return runs_club(person, day, club)


def may_decide_sanction(person: Person | None, day: dt.date) -> bool:
    return is_managing_executor(person, day)


def may_handle_fees(person: Person | None, day: dt.date) -> bool:
    """Invoices, payments, credit and the bank's files: whoever keeps the authority's accounts."""
    return holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR)


def may_watch_jobs(person: Person | None, day: dt.date) -> bool:
    """Who sees and cancels whatever long work is under way; the one who asked for it may do so too."""
    return holds(person, day, *JOB_WATCHERS)


def may_see_account(person: Person | None, day: dt.date, club: Club) -> bool:
    """The club's own people, and those who keep the authority's records."""
    return runs_club(person, day, club) or may_handle_fees(person, day)


def may_see_private_data(asker: Person | None, day: dt.date, of: Person) -> bool:
    """The person, and the registrar and Managing Executor who need it."""
    return same_person(asker, of) or may_see_people(asker, day)


def may_read_trail(person: Person | None, day: dt.date) -> bool:
    """Every act of everybody, with what it changed."""
    return holds(person, day, Office.MANAGING_EXECUTOR)


def may_see_people(person: Person | None, day: dt.date) -> bool:
    """Everybody's record with its private data: registrar and Managing Executor."""
    return holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR)


def may_see_page(asker: Person | None, day: dt.date, of: Person) -> bool:
    """A person's own page of points and games: anybody where it is public, else as private data."""
    return has_public_page(of, day) or may_see_private_data(asker, day, of)


def may_merge_people(person: Person | None, day: dt.date) -> bool:
    return is_registrar(person, day)


def may_correct_person(person: Person | None, day: dt.date) -> bool:
    return is_registrar(person, day)


def may_decide_claims(person: Person | None, day: dt.date) -> bool:
    return is_registrar(person, day)


def may_issue_claim_code(person: Person | None, day: dt.date, of: Person) -> bool:
    """The registrar, and whoever runs the person's home club and can hand it over."""
    if is_registrar(person, day):
        return True
    return of.home_club is not None and runs_club(person, day, of.home_club)


def may_reset_second_factors(person: Person | None, day: dt.date) -> bool:
    """Those whom somebody can ask who lost the device."""
    return holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR)


def may_reset_second_factor(person: Person | None, day: dt.date, of: Person) -> bool:
    """Of another: nobody takes away his own, or a stolen session would be enough."""
    return not same_person(person, of) and may_reset_second_factors(person, day)


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
