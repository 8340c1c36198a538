"""The account of a club: entries under its lock. The services of sanctions and fees write through these.

Invariants: whoever writes holds the club's row, taken before any sanction's, so that two clerks neither
count a payment twice nor wait for each other in a circle; entries, papers and numbers commit together.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

from django.db.models import Sum

from sanctioning.clubs.models import Club
from sanctioning.fees.models import CreditNote, FeeEntry, Invoice
from sanctioning.fees.notifications import tell_of_invoice
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of
from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.jobs.services.jobs import enqueue
from sanctioning.kit.money import NOTHING
from sanctioning.kit.sequences.services import next_number
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction

INVOICE_JOB = "sanctioning.invoice-document"
Kind = FeeEntry.Kind


def locked_club(club_id: int) -> Club:
    """The club's row, held until the caller's transaction ends."""
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def open_amount(invoice: Invoice) -> Decimal:
    """What is still to be paid of it."""
    return invoice.entries.aggregate(sum=Sum("amount"))["sum"] or NOTHING


def credit_of(club: Club) -> Decimal:
    """What stands in the club's favour and belongs to no invoice."""
    return -(FeeEntry.objects.filter(club=club, invoice=None).aggregate(sum=Sum("amount"))["sum"] or NOTHING)


def add_entry(
    *, club: Club, kind: FeeEntry.Kind, amount: Decimal, day: dt.date, at: dt.datetime, text: str, **of: Any
) -> FeeEntry:
    """The next line of the account, with the balance after it."""
    last = FeeEntry.objects.filter(club=club).order_by("-position").first()
    return FeeEntry.objects.create(
        club=club,
        position=last.position + 1 if last else 1,
        kind=kind,
        amount=amount,
        balance=(last.balance if last else NOTHING) + amount,
        day=day,
        entered_at=at,
        text=text,
        **of,
    )


def issue_invoice(
    *,
    by: Person,
    at: dt.datetime,
    club: Club,
    amount: Decimal,
    text: str,
    due_on: dt.date,
    sanction: Sanction | None = None,
) -> Invoice:
    """An invoice with the next number; its PDF follows by job."""
    day = day_of(at)
    invoice = Invoice.objects.create(
        number=next_number("invoice"),
        club=club,
        sanction=sanction,
        text=text,
        amount=amount,
        currency=authority().currency,
        issued_on=day,
        due_on=due_on,
        issued_by=by,
    )
    add_entry(
        club=club, kind=Kind.CHARGE, amount=amount, day=day, at=at, text=f"{invoice}: {text}", invoice=invoice
    )
    note(by=by, at=at, action="issue invoice", thing=invoice, after={"amount": str(amount)})
    if sanction is None:
        tell_of_invoice(by=by, at=at, invoice=invoice)
    enqueue(kind=INVOICE_JOB, key=str(invoice.pk), payload={"invoice": invoice.pk})
    return invoice


def write_credit(
    *, by: Person | None, at: dt.datetime, invoice: Invoice, amount: Decimal, reason: str
) -> CreditNote:
    """A credit note: first against what is open of the invoice, the rest to the club's credit."""
    day = day_of(at)
    credit_note = CreditNote.objects.create(
        number=next_number("credit-note"),
        invoice=invoice,
        amount=amount,
        reason=reason,
        issued_on=day,
        issued_by=by,
    )
    book_against(
        club=invoice.club,
        invoice=invoice,
        kind=Kind.CREDIT,
        amount=amount,
        day=day,
        at=at,
        text=f"{credit_note} to {invoice.label}: {reason}"[:300],
        credit_note=credit_note,
    )
    note(
        by=by, at=at, action="issue credit note", thing=credit_note, why=reason, after={"amount": str(amount)}
    )
    return credit_note


def book_against(
    *,
    club: Club,
    invoice: Invoice | None,
    kind: FeeEntry.Kind,
    amount: Decimal,
    day: dt.date,
    at: dt.datetime,
    text: str,
    **of: Any,
) -> Decimal:
    """Lower what the club owes: of the invoice as far as it is open, the rest as credit. Gives the rest."""
    lowered = min(amount, open_amount(invoice)) if invoice else NOTHING
    if lowered:
        add_entry(club=club, kind=kind, amount=-lowered, day=day, at=at, text=text, invoice=invoice, **of)
    if rest := amount - lowered:
        add_entry(club=club, kind=kind, amount=-rest, day=day, at=at, text=text, **of)
    return rest


def void_open_invoice(*, by: Person | None, at: dt.datetime, sanction: Sanction, reason: str) -> None:
    """What an application that came to nothing still owed is owed no longer; what was paid becomes credit."""
    invoice = Invoice.objects.filter(sanction=sanction).first()
    if invoice is not None:
        credited = invoice.credit_notes.aggregate(sum=Sum("amount"))["sum"] or NOTHING
        write_credit(by=by, at=at, invoice=invoice, amount=invoice.amount - credited, reason=reason)
