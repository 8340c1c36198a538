"""Who is told what of applications, offices and fees: one message a step to those who must know.

Terms: whoever takes a step is not told of it; the applicant and the people who run the club hear what the
authority did, the Managing Executor hears what the club did.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal

from django.urls import reverse

from sanctioning.clock import day_of
from sanctioning.models import Appointment, AuditEntry, Invoice, Office, Payment, Person, Sanction
from sanctioning.selectors.people import holders_of, people_who_run
from sanctioning.services.post import send

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


def tell_of_appointment(*, by: Person, at: dt.datetime, appointment: Appointment) -> None:
    """The person appointed is told, whoever it was that appointed."""
    send(
        to=appointment.person,
        kind="office-given",
        about=appointment,
        path=reverse("my-page"),
        context={"by": by},
        at=at,
    )


def tell_of_term(*, by: Person, at: dt.datetime, appointment: Appointment, entry: AuditEntry) -> None:
    """The holder is told that a term ends earlier, or lasts longer, than it was given for."""
    send(
        to=but(by, [appointment.person]),
        kind="office-ended" if entry.action == "end term" else "office-prolonged",
        about=appointment,
        occasion=entry.pk,
        path=reverse("my-page"),
        context={"by": by, "why": entry.why},
        at=at,
    )


def tell_of_invoice(*, by: Person, at: dt.datetime, invoice: Invoice) -> None:
    """An invoice that comes with no application; one that does is told of with the approval."""
    send(
        to=but(by, people_who_run(invoice.club, day_of(at))),
        kind="invoice-issued",
        about=invoice,
        path=reverse("invoice", args=[invoice.number]),
        at=at,
    )


def tell_of_payment(*, by: Person, at: dt.datetime, payment: Payment, left: Decimal) -> None:
    """The club hears that its money came in, and what is still open of the invoice."""
    invoice = payment.invoice
    path = (
        reverse("invoice", args=[invoice.number])
        if invoice
        else reverse("club-account", args=[payment.club.slug])
    )
    send(
        to=but(by, people_who_run(payment.club, day_of(at))),
        kind="payment-booked",
        about=payment,
        path=path,
        context={"left": left},
        at=at,
    )


def but(by: Person | None, people: Iterable[Person]) -> list[Person]:
    """Whoever acted knows it already."""
    return [person for person in people if by is None or person.pk != by.pk]


def _people_of(sanction: Sanction, sides: tuple[str, ...], day: dt.date) -> list[Person]:
    found: dict[int, Person] = {}
    if "club" in sides:
        found |= _by_key([*people_who_run(sanction.club, day), sanction.applied_by])
    if "authority" in sides:
        found |= _by_key(holders_of(day, Office.MANAGING_EXECUTOR))
    return list(found.values())


def _by_key(people: Iterable[Person]) -> dict[int, Person]:
    return {person.pk: person for person in people}
