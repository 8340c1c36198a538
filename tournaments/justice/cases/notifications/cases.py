"""Who is told of a disciplinary case: the accused, the judge and the Managing Executor, of every entry; and
who is reminded of its days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.urls import reverse

from sanctioning.identity.lookup import holders_of
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.recipients import but
from sanctioning.kit.messages.services.messages import send
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from tournaments.justice.cases.models import Case, CaseEntry

KINDS = {
    CaseEntry.Kind.OPENED: "case-opened",
    CaseEntry.Kind.HEARING: "case-hearing",
    CaseEntry.Kind.CALLED_OFF: "case-hearing-off",
    CaseEntry.Kind.DECIDED: "case-decided",
}


def tell_of_entry(
    *, by: Person, at: dt.datetime, entry: CaseEntry, trail: AuditEntry, also: Appointment | None = None
) -> None:
    """One message of the entry to each; `also` to a judge who is none any more."""
    case = entry.case
    event = case.game.event
    hearing = entry.moves if entry.kind == CaseEntry.Kind.CALLED_OFF else entry
    hearing_on = event.local_day(hearing.hearing_at) if hearing and hearing.hearing_at else None
    people = {
        person.pk: person
        for person in (
            case.against.identity,
            *holders_of(day_of(at), Office.MANAGING_EXECUTOR),
            *(term.person.identity for term in (case.judge, also) if term is not None),
        )
    }
    send(
        to=but(by, people.values()),
        kind=KINDS.get(CaseEntry.Kind(entry.kind), "case-entry"),
        about=case,
        occasion=trail.pk,
        path=reverse("case", args=[case.pk]),
        context={"by": by, "entry": entry, "hearing_on": hearing_on, "zone": event.time_zone},
        at=at,
    )


def remind(
    case: Case,
    kind: str,
    people: Iterable[Person],
    *,
    occasion: object,
    at: dt.datetime,
    entry: CaseEntry | None = None,
    until: dt.date | None = None,
) -> None:
    """Of a hearing, or of the last day for something; once for each `occasion`."""
    event = case.game.event
    hearing_on = event.local_day(entry.hearing_at) if entry and entry.hearing_at else None
    send(
        to=list({person.identity.pk: person.identity for person in people}.values()),
        kind=kind,
        about=case,
        occasion=occasion,
        path=reverse("case", args=[case.pk]),
        context={"entry": entry, "hearing_on": hearing_on, "zone": event.time_zone, "until": until},
        at=at,
    )
