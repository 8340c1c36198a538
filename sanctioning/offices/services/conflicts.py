"""Declared conflicts: in whose matters somebody may not judge, from a day to a day.

Invariants: a conflict is never deleted, only ended; one that the Managing Executor recorded is ended by the
Managing Executor alone; declaring takes the locks of both people, so that no appointment slips past it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.hooks import CONFLICT_DECLARED
from sanctioning.identity.same_person import identity_id, rows_of, same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_reason
from sanctioning.kit.wording.localised import day
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import DeclaredConflict
from sanctioning.offices.permissions import is_managing_executor, may_record_conflict, require
from sanctioning.offices.services.locks import lock_people
from sanctioning.people.models.person import Person

RULE = _lazy("Nobody judges their own case.")


@looks_again
def declare_conflict(
    *,
    by: Person,
    reason: str,
    person: Person | None = None,
    with_person: Person | None = None,
    with_club: Club | None = None,
    first_day: dt.date | None = None,
    last_day: dt.date | None = None,
    at: dt.datetime | None = None,
) -> DeclaredConflict:
    """Say in whose matters one may not judge; the Managing Executor records it of another `person`.

    Raises:
        Refusal: `conflict-impossible`, `not-allowed`, `reason-missing`.
    """
    at = moment(at)
    person, first_day = person or by, first_day or day_of(at)
    require(
        may_record_conflict(by, day_of(at), person),
        what=_("record a conflict of somebody else"),
        who=_("the person or the Managing Executor"),
        rule=RULE,
    )
    reason = require_reason(reason, _("Declaring a conflict needs a reason."))[:200]
    if (with_person is None) == (with_club is None) or same_person(with_person, person):
        raise _impossible(_("A conflict is with one other person, or with one club."), _("Name one of them."))
    if last_day is not None and last_day < first_day:
        raise _impossible(_("The conflict would end before it begins."), _("Check both days."))
    lock_people(person, *([with_person] if with_person else []))
    declared = DeclaredConflict.objects.create(
        person=person,
        with_person=with_person,
        with_club=with_club,
        reason=reason,
        declared_by=by,
        first_day=first_day,
        last_day=last_day,
    )
    note(by=by, at=at, action="declare conflict", thing=declared, why=reason)
    for tell_of in CONFLICT_DECLARED.values():
        tell_of(declared, at)
    return declared


@transaction.atomic
def end_conflict(
    *, by: Person, conflict: DeclaredConflict, last_day: dt.date, why: str = "", at: dt.datetime | None = None
) -> DeclaredConflict:
    """Let a conflict end with a day, today at the earliest.

    Raises:
        Refusal: `conflict-impossible`, `not-allowed`.
    """
    at = moment(at)
    locked = DeclaredConflict.objects.select_for_update(no_key=True).get(pk=conflict.pk)
    own = same_person(by, locked.person) and same_person(by, locked.declared_by or by)
    require(
        own or is_managing_executor(by, day_of(at)),
        what=_("end this conflict"),
        who=_("the Managing Executor"),
        rule=RULE,
    )
    if last_day < max(day_of(at), locked.first_day):
        raise _impossible(
            _("A conflict cannot be ended for days that have passed."), _("Choose today or a later day.")
        )
    if locked.last_day is not None and locked.last_day < last_day:
        raise _impossible(
            _("This conflict already ends on %(last_day)s.") % {"last_day": day(locked.last_day)},
            _("Declare it again to extend it."),
        )
    before, locked.last_day = locked.last_day, last_day
    locked.save(update_fields=["last_day"])
    note(
        by=by,
        at=at,
        action="end conflict",
        thing=locked,
        why=why,
        before={"last_day": before.isoformat() if before else None},
        after={"last_day": last_day.isoformat()},
    )
    return locked


def conflict_of(executor: Person, day: dt.date, people: list[int], club: Club) -> DeclaredConflict | None:
    """The conflict, if any, that keeps an executor from a game of these people at that club."""
    own, others = rows_of(executor), rows_of(*Person.objects.filter(pk__in=people))
    return (
        DeclaredConflict.objects.on(day)
        .filter(
            Q(person__in=own, with_person__in=others)
            | Q(person__in=own, with_club=club)
            | Q(person__in=others, with_person__in=own)
        )
        .order_by("pk")
        .first()
    )


def all_in_conflict(day: dt.date, people: Sequence[Person], club: Club) -> frozenset[int]:
    """Everybody, by identity, whom a conflict keeps from a game of these people at that club. One query."""
    others, rows = {identity_id(person) for person in people}, rows_of(*people)
    conflicts = DeclaredConflict.objects.on(day).filter(
        Q(with_person__in=rows) | Q(with_club=club) | Q(person__in=rows, with_person__isnull=False)
    )
    kept_away = set()
    for conflict in conflicts.select_related("person", "with_person"):
        declared, with_person = identity_id(conflict.person), conflict.with_person
        if with_person is None or identity_id(with_person) in others:
            kept_away.add(declared)
        if with_person is not None and declared in others:
            kept_away.add(identity_id(with_person))
    return frozenset(kept_away)


def _impossible(sentence: str, remedy: str) -> Refusal:
    return Refusal(code="conflict-impossible", sentence=sentence, rule=RULE, remedy=remedy, status=422)
