"""Offices: appointing people to them for a term, and conflicts that they declare."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models import Q

from sanctioning.clock import day_of, moment
from sanctioning.identity import rows_of
from sanctioning.models import Appointment, Club, DeclaredConflict, Person
from sanctioning.models.office import CLUB_OFFICES
from sanctioning.permissions import may_appoint, require, runs_club
from sanctioning.refusal import Refusal
from sanctioning.services.audit import note
from sanctioning.services.news import tell_of_appointment


@transaction.atomic
def appoint(
    *,
    by: Person,
    person: Person,
    office: str,
    first_day: dt.date,
    last_day: dt.date | None = None,
    club: Club | None = None,
    at: dt.datetime | None = None,
) -> Appointment:
    """Appoint to an office. Offices of a club may also be given by those who run the club."""
    at = moment(at)
    own = club is not None and office in CLUB_OFFICES and runs_club(by, day_of(at), club)
    require(
        own or may_appoint(by, day_of(at)),
        what="appoint to this office",
        who="the Managing Executor",
        rule="IV",
    )
    if (office in CLUB_OFFICES) != (club is not None) or (last_day and last_day < first_day):
        raise Refusal(
            code="appointment-impossible",
            sentence="An office of a club names its club, others name none, and a term ends after it begins.",
            rule="IV",
            remedy="Check the office, the club and the days.",
            status=422,
        )
    clash = Appointment.objects.filter(
        Q(last_day__isnull=True) | Q(last_day__gte=first_day),
        person__in=rows_of(person),
        office=office,
        club=club,
    )
    if last_day:
        clash = clash.filter(first_day__lte=last_day)
    if clash.exists():
        raise Refusal(
            code="appointed-already",
            sentence=f"{person.name} holds this office already in that time.",
            rule="One term at a time.",
            remedy="End the running term first.",
        )
    made = Appointment.objects.create(
        person=person, office=office, club=club, first_day=first_day, last_day=last_day, appointed_by=by
    )
    note(
        by=by,
        at=at,
        action="appoint",
        thing=made,
        after={"office": office, "person": person.number, "club": club.slug if club else None},
    )
    tell_of_appointment(by=by, at=at, appointment=made)
    return made


@transaction.atomic
def end_term(
    *, by: Person, appointment: Appointment, last_day: dt.date, why: str, at: dt.datetime | None = None
) -> Appointment:
    at = moment(at)
    require(may_appoint(by, day_of(at)), what="end a term", who="the Managing Executor", rule="IV")
    appointment = Appointment.objects.select_for_update(no_key=True).get(pk=appointment.pk)
    before = appointment.last_day
    appointment.last_day = max(last_day, appointment.first_day)
    appointment.save(update_fields=["last_day"])
    note(
        by=by,
        at=at,
        action="end term",
        thing=appointment,
        why=why,
        before={"last_day": before and before.isoformat()},
        after={"last_day": appointment.last_day.isoformat()},
    )
    return appointment


@transaction.atomic
def declare_conflict(
    *,
    by: Person,
    reason: str,
    with_person: Person | None = None,
    with_club: Club | None = None,
    at: dt.datetime | None = None,
) -> DeclaredConflict:
    """A person says in whose matters he or she may not judge."""
    at = moment(at)
    declared = DeclaredConflict.objects.create(
        person=by, with_person=with_person, with_club=with_club, reason=reason, first_day=day_of(at)
    )
    note(by=by, at=at, action="declare conflict", thing=declared, why=reason)
    return declared


def conflict_of(executor: Person, day: dt.date, people: list[int], club: Club) -> DeclaredConflict | None:
    """The conflict, if any, that keeps an executor from a game of these people at that club."""
    own, others = rows_of(executor), rows_of(*Person.objects.filter(pk__in=people))
    return (
        DeclaredConflict.objects.filter(
            Q(last_day__isnull=True) | Q(last_day__gte=day),
            Q(person__in=own, with_person__in=others)
            | Q(person__in=own, with_club=club)
            | Q(person__in=others, with_person__in=own),
            first_day__lte=day,
        )
        .order_by("pk")
        .first()
    )
