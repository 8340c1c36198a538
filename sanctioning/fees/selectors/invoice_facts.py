"""The facts that an invoice is printed from."""

from __future__ import annotations

from django.conf import settings

from sanctioning.fees.models import Invoice
from sanctioning.kit.installation.selectors import is_demo
from sanctioning.kit.press.letterhead import InvoiceFacts


def invoice_facts(invoice: Invoice) -> InvoiceFacts:
    schedule = invoice.sanction.fee_schedule if invoice.sanction else None
    return InvoiceFacts(
        label=invoice.label,
        club=invoice.club.name,
        place=invoice.club.place,
        text=invoice.text,
        amount=invoice.amount,
        issued_on=invoice.issued_on,
        due_on=invoice.due_on,
        issued_by=invoice.issued_by.name,
        schedule=schedule.title if schedule else "",
        pay_to=payee(),
        demo=is_demo(),
    )


def payee() -> tuple[str, ...]:
    """Where clubs pay their fees, line by line; nothing where the operator has not said it."""
    return tuple(filter(None, map(str.strip, settings.PAY_TO.split("|"))))
