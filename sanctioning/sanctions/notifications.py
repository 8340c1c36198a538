"""Who is told of a step of an application: one message to each who must know.

Terms: whoever takes a step is not told of it; the applicant and the people who run the club hear what the
authority did, the Managing Executor hears what the club did."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.urls import reverse

from sanctioning.fees.models import Invoice
from sanctioning.identity.lookup import holders_of, people_who_run
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.recipients import but
from sanctioning.kit.messages.services.messages import send
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction

# The kind of message that tells of a step, and which of the two sides of an application hear it.
STEPS_TOLD: dict[str, tuple[str, tuple[str, ...]]] = {
    "submit sanction": ("sanction-submitted", ("authority",)),
    "return sanction": ("sanction-returned", ("club",)),
    "answer sanction": ("sanction-answered", ("authority",)),
    "approve sanction": ("sanction-approved", ("club",)),
    "grant sanction": ("sanction-granted", ("club",)),
    "grant on payment": ("sanction-granted", ("club",)),
    "refuse sanction": ("sanction-refused", ("club",)),
    "withdraw sanction": ("sanction-withdrawn", ("authority", "club")),
    "cancel sanction": ("sanction-cancelled", ("authority", "club")),
    "expire sanction": ("sanction-expired", ("club",)),
}


def tell_of_step(
    *,
    by: Person | None,
    at: dt.datetime,
    sanction: Sanction,
    entry: AuditEntry,
    invoice: Invoice | None = None,
) -> None:
    """One message of the step that the trail's entry tells of, to each who must know it."""
    kind, sides = STEPS_TOLD[entry.action]
    if entry.action == "withdraw sanction" and (entry.before or {}).get("state") == Sanction.State.DRAFT:
        sides = ("club",)
    send(
        to=but(by, _people_of(sanction, sides, day_of(at))),
        kind=kind,
        about=sanction,
        occasion=entry.pk,
        path=reverse("application-of", args=[sanction.pk]),
        context={
            "sanction": sanction,
            "club": sanction.club,
            "by": by,
            "why": entry.why,
            "invoice": invoice,
            "individual": sanction.kind == Sanction.Kind.INDIVIDUAL,
        },
        at=at,
    )


def _people_of(sanction: Sanction, sides: tuple[str, ...], day: dt.date) -> list[Person]:
    people: dict[int, Person] = {}
    if "club" in sides:
        people |= _by_key([*people_who_run(sanction.club, day), sanction.applied_by])
    if "authority" in sides:
        people |= _by_key(holders_of(day, Office.MANAGING_EXECUTOR))
    return list(people.values())


def _by_key(people: Iterable[Person]) -> dict[int, Person]:
    return {person.pk: person for person in people}
