"""Who is told of an invoice and a payment."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from django.urls import reverse

from sanctioning.fees.models import Invoice, Payment
from sanctioning.identity.lookup import people_who_run
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.recipients import but
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person


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
        thread=invoice.sanction if invoice else None,
        at=at,
    )
