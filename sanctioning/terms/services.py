"""Offices: appointing people to them for a term, prolonging and ending it, and passing an office on.

Invariants: two terms of one person in one office never overlap; from the day of an act on there is a
Managing Executor on every day, and an approved club that ends the term of an officer itself keeps one;
whatever bears on when somebody may act is done under the lock of that person.
Rule section: IV (the Managing Executor is the source of the authority and its system).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.db.models import ProtectedError, Q
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.identity.same_person import rows_of, same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_reason
from sanctioning.kit.wording.localised import day
from sanctioning.offices.models.office import CLUB_OFFICES, Appointment, Office
from sanctioning.offices.permissions import may_appoint, may_keep_term, require
from sanctioning.offices.services.locks import lock_people
from sanctioning.people.models.person import Person
from sanctioning.terms.notifications import tell_of_appointment, tell_of_term

DAY = dt.timedelta(days=1)


@looks_again
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
    """Appoint to an office. Offices of a club are also given by its officers.

    Raises:
        Refusal: `appointed-already`, `appointment-impossible`, `not-allowed`.
    """
    at = moment(at)
    _require_keeper(by, at, office, club, _("appoint to this office"))
    if (office in CLUB_OFFICES) != (club is not None) or (last_day and last_day < first_day):
        raise Refusal(
            code="appointment-impossible",
            sentence=_(
                "A club office names its club, other offices name none, and a term cannot end before it "
                "begins."
            ),
            rule="IV",
            remedy=_("Check the office, the club and the days."),
            status=422,
        )
    lock_people(person)
    _require_no_other_term(person, office, club, first_day, last_day)
    appointment = Appointment.objects.create(
        person=person, office=office, club=club, first_day=first_day, last_day=last_day, appointed_by=by
    )
    after = {
        "office": office,
        "person": person.number,
        "club": club.slug if club else None,
        "first_day": first_day.isoformat(),
        "last_day": _iso(last_day),
    }
    note(by=by, at=at, action="appoint", thing=appointment, after=after)
    tell_of_appointment(by=by, at=at, appointment=appointment)
    return appointment


@transaction.atomic
def end_term(
    *, by: Person, appointment: Appointment, last_day: dt.date, why: str, at: dt.datetime | None = None
) -> Appointment:
    """End a term early; whoever holds an office may also lay it down.

    Raises:
        Refusal: `last-managing-executor`, `last-officer`, `not-allowed`, `reason-missing`, `term-days`.
    """
    at = moment(at)
    term = _locked(appointment)
    if not same_person(by, term.person):
        _require_keeper(by, at, term.office, term.club, _("end a term"))
    why = require_reason(why, _("Ending a term early needs a reason."))
    if last_day < term.first_day:
        raise _term_refusal(
            _("This term begins on %(first_day)s and cannot end before that.")
            % {"first_day": day(term.first_day)},
            _("Choose a later day, or withdraw the appointment if it has not begun."),
        )
    if term.last_day is not None and last_day > term.last_day:
        raise _term_refusal(
            _("This term already ends on %(last_day)s.") % {"last_day": day(term.last_day)},
            _("Extend it if it should last longer."),
        )
    before, term.last_day, term.ended_for = term.last_day, last_day, why[:200]
    term.save(update_fields=["last_day", "ended_for"])
    _require_somebody(by, term, day_of(at))
    _note_days(by, at, "end term", term, before, why)
    return term


@transaction.atomic
def prolong_term(
    *,
    by: Person,
    appointment: Appointment,
    last_day: dt.date | None,
    why: str = "",
    at: dt.datetime | None = None,
) -> Appointment:
    """Let a term last longer, to another last day or without one.

    Raises:
        Refusal: `appointed-already`, `not-allowed`, `term-days`.
    """
    at = moment(at)
    term = _locked(appointment)
    _require_keeper(by, at, term.office, term.club, _("extend a term"))
    if term.last_day is None or (last_day is not None and last_day <= term.last_day):
        raise _term_refusal(
            _("This term already lasts that long."),
            _("Choose a later last day, or end the term if you want to shorten it."),
        )
    if term.last_day < day_of(at):
        raise _term_refusal(_("This term is over."), _("Appoint them again, from a later day."))
    _require_no_other_term(term.person, term.office, term.club, term.last_day, last_day, but=term)
    before, term.last_day = term.last_day, last_day
    term.ended_for = ""
    term.save(update_fields=["last_day", "ended_for"])
    _note_days(by, at, "prolong term", term, before, why)
    return term


@transaction.atomic
def revoke_term(*, by: Person, appointment: Appointment, why: str, at: dt.datetime | None = None) -> None:
    """Take back an appointment whose first day is still to come; the trail keeps it.

    Raises:
        Refusal: `last-managing-executor`, `last-officer`, `not-allowed`, `reason-missing`, `term-days`.
    """
    at = moment(at)
    term = _locked(appointment)
    _require_keeper(by, at, term.office, term.club, _("withdraw an appointment"))
    why = require_reason(why, _("Withdrawing an appointment needs a reason."))
    if term.first_day <= day_of(at):
        raise _term_refusal(_("This term has begun."), _("Choose a day on which it ends."))
    before = {"office": term.office, "person": term.person.number, "first_day": term.first_day.isoformat()}
    note(by=by, at=at, action="revoke term", thing=term, why=why, before=before)
    gone = Appointment(person=term.person, office=term.office, club=term.club)
    try:
        term.delete()
    except ProtectedError:
        raise _term_refusal(
            _("%(person)s is appointed to games during that term.") % {"person": gone.person.name},
            _("Appoint another Acting Executor to those games first."),
        ) from None
    _require_somebody(by, gone, day_of(at))


@transaction.atomic
def pass_office(
    *,
    by: Person,
    appointment: Appointment,
    to: Person,
    first_day: dt.date,
    why: str,
    at: dt.datetime | None = None,
) -> Appointment:
    """Let an office go over to a successor from a day on; the term before ends on its eve.

    Raises:
        Refusal: `appointed-already`, `appointment-impossible`, `term-days` and what `end_term` raises.
    """
    at = moment(at)
    term = Appointment.objects.select_related("person", "club").get(pk=appointment.pk)
    lock_people(term.person, to)
    term.refresh_from_db()
    if first_day <= max(term.first_day, day_of(at)):
        raise _term_refusal(_("An office passes on a future day."), _("Choose a later first day."))
    if term.last_day is not None and term.last_day < first_day - DAY:
        raise _term_refusal(
            _("This term ends on %(last_day)s, before the successor's begins.")
            % {"last_day": day(term.last_day)},
            _("Choose an earlier first day, or extend the term."),
        )
    successor = appoint(by=by, person=to, office=term.office, club=term.club, first_day=first_day, at=at)
    if term.last_day is None or term.last_day >= first_day:
        end_term(by=by, appointment=term, last_day=first_day - DAY, why=why, at=at)
    return successor


def _locked(appointment: Appointment) -> Appointment:
    """The term under the locks of its person and of every term that it is weighed against."""
    lock_people(appointment.person)
    peers = Appointment.objects.select_for_update(no_key=True).filter(pk=appointment.pk)
    if appointment.office in (Office.MANAGING_EXECUTOR, Office.CLUB_OFFICER):
        peers = Appointment.objects.select_for_update(no_key=True).filter(
            office=appointment.office, club=appointment.club_id
        )
    list(peers.order_by("pk").values("pk"))
    return Appointment.objects.select_related("person", "club").get(pk=appointment.pk)


def _require_keeper(by: Person, at: dt.datetime, office: str, club: Club | None, what: str) -> None:
    require(
        may_keep_term(by, day_of(at), office, club),
        what=what,
        who=_("an officer of the club or the Managing Executor") if club else _("the Managing Executor"),
        rule="IV",
    )


def _require_no_other_term(
    person: Person,
    office: str,
    club: Club | None,
    first_day: dt.date,
    last_day: dt.date | None,
    but: Appointment | None = None,
) -> None:
    clash = Appointment.objects.filter(
        Q(last_day__isnull=True) | Q(last_day__gte=first_day),
        person__in=rows_of(person),
        office=office,
        club=club,
    )
    if last_day:
        clash = clash.filter(first_day__lte=last_day)
    if but is not None:
        clash = clash.exclude(pk=but.pk)
    if clash.exists():
        raise Refusal(
            code="appointed-already",
            sentence=_("%(person)s already holds this office during that time.") % {"person": person.name},
            rule=_("One term at a time."),
            remedy=_("End the running term first."),
        )


def _require_somebody(by: Person, changed: Appointment, day: dt.date) -> None:
    """Refuse what would leave the authority, or a club that acts for itself, without its head."""
    peers = Appointment.objects.filter(office=changed.office, club=changed.club)
    if changed.office == Office.MANAGING_EXECUTOR and not covered(peers, day):
        raise Refusal(
            code="last-managing-executor",
            sentence=_("The authority would have no Managing Executor."),
            rule=_("IV: the Managing Executor is the source of the authority."),
            remedy=_("Pass the office to a successor, or appoint one first."),
        )
    own = changed.office == Office.CLUB_OFFICER and not may_appoint(by, day)
    if own and changed.club and not covered(peers, day):
        raise Refusal(
            code="last-officer",
            sentence=_("%(club)s would have no officer.") % {"club": changed.club.name},
            rule=_("A club needs an officer who answers for it."),
            remedy=_("Appoint another officer first, or close the club."),
        )


def covered(terms: Iterable[Appointment], day: dt.date) -> bool:
    """Whether on that day, and on every day after it, one of these terms runs."""
    needed = day.toordinal()
    for term in sorted(terms, key=lambda appointment: appointment.first_day):
        if term.first_day.toordinal() > needed:
            return False
        if term.last_day is None:
            return True
        needed = max(needed, term.last_day.toordinal() + 1)
    return False


def _note_days(
    by: Person, at: dt.datetime, action: str, term: Appointment, before: dt.date | None, why: str
) -> None:
    days = {"before": {"last_day": _iso(before)}, "after": {"last_day": _iso(term.last_day)}}
    entry = note(by=by, at=at, action=action, thing=term, why=why, **days)
    tell_of_term(by=by, at=at, appointment=term, entry=entry)


def _iso(day: dt.date | None) -> str | None:
    return day.isoformat() if day else None


def _term_refusal(sentence: str, remedy: str) -> Refusal:
    return Refusal(
        code="term-days", sentence=sentence, rule=_("A term runs from one day to another."), remedy=remedy
    )
