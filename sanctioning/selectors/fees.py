"""What is read of fees: invoices with what is open of them, a club's account, receipts without an invoice.

Invariant: a club's account is seen by those who run it and by those who keep the books; a constant number
of queries.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from sanctioning.clock import today
from sanctioning.models import BankLine, Club, CreditNote, FeeEntry, Invoice, Person, Refund
from sanctioning.money import NOTHING, Money, MoneyField
from sanctioning.permissions import may_handle_fees, may_see_account


@dataclass(frozen=True, slots=True, kw_only=True)
class InvoiceLine:
    id: int
    label: str
    club_name: str
    club_slug: str
    text: str
    amount: Money
    open: Money
    issued_on: dt.date
    due_on: dt.date
    state: str
    printed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountEntry:
    day: dt.date
    kind: str
    text: str
    amount: Money
    balance: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubAccount:
    """`balance` is what the club owes; below nothing it is in credit."""

    club_name: str
    club_slug: str
    balance: Money
    credit: Money
    invoices: tuple[InvoiceLine, ...]
    entries: tuple[AccountEntry, ...]


def club_account(*, asker: Person | None, club_slug: str) -> ClubAccount | None:
    """The account of a club, for those who may see it."""
    club = Club.objects.filter(slug=club_slug).first()
    if club is None or not may_see_account(asker, today(), club):
        return None
    entries = tuple(FeeEntry.objects.filter(club=club).order_by("position"))
    free = sum((one.amount for one in entries if one.invoice_id is None), NOTHING)
    return ClubAccount(
        club_name=club.name,
        club_slug=club.slug,
        balance=entries[-1].balance if entries else NOTHING,
        credit=-free if free < 0 else NOTHING,
        invoices=tuple(map(_line, _with_sums(Invoice.objects.filter(club=club)))),
        entries=tuple(
            AccountEntry(
                day=one.day,
                kind=one.get_kind_display(),
                text=one.text,
                amount=one.amount,
                balance=one.balance,
            )
            for one in reversed(entries)
        ),
    )


def open_invoices(*, asker: Person | None) -> tuple[InvoiceLine, ...]:
    """Every invoice of which something is open, the one due first in front; for those who keep the books."""
    if not may_handle_fees(asker, today()):
        return ()
    return tuple(
        map(_line, _with_sums(Invoice.objects.all()).filter(~Q(left=0)).order_by("due_on", "number"))
    )


def unpaid_invoices(clubs: Collection[Club]) -> tuple[InvoiceLine, ...]:
    """What these clubs have still to pay, the one due first in front; for those who run them. One query."""
    theirs = _with_sums(Invoice.objects.filter(club__in=clubs))
    return tuple(map(_line, theirs.filter(Q(left__gt=0)).order_by("due_on", "number")))


def invoice_of(*, asker: Person | None, number: int) -> Invoice | None:
    """The invoice, for those who may see the account of its club."""
    found = Invoice.objects.select_related("club", "sanction").filter(number=number).first()
    return found if found and may_see_account(asker, today(), found.club) else None


def invoice_numbered(*, asker: Person | None, text: str) -> Invoice | None:
    """The invoice whose number was typed, with or without its letters and zeros."""
    digits = text.strip().upper().removeprefix("INV").strip("- ")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        return None
    return invoice_of(asker=asker, number=int(digits))


def invoice_line(invoice: Invoice) -> InvoiceLine:
    return _line(_with_sums(Invoice.objects.filter(pk=invoice.pk)).get())


def unmatched_lines(*, asker: Person | None) -> tuple[BankLine, ...]:
    """Receipts that nobody has assigned yet; for those who keep the books."""
    if not may_handle_fees(asker, today()):
        return ()
    return tuple(BankLine.objects.filter(payment__isnull=True).order_by("day", "id"))


def unmatched_line(*, asker: Person | None, line_id: int) -> BankLine | None:
    return next((one for one in unmatched_lines(asker=asker) if one.pk == line_id), None)


def _with_sums(invoices: QuerySet[Invoice]) -> QuerySet[Invoice]:
    """With what is left open, what was credited and what was paid back."""

    def total(of: type[FeeEntry] | type[CreditNote] | type[Refund]) -> Coalesce:
        sums = (
            of.objects.filter(invoice=OuterRef("pk")).order_by().values("invoice").annotate(s=Sum("amount"))
        )
        return Coalesce(Subquery(sums.values("s")), NOTHING, output_field=MoneyField())

    return invoices.select_related("club").annotate(
        left=total(FeeEntry), credited=total(CreditNote), refunded=total(Refund)
    )


def _line(invoice: Invoice) -> InvoiceLine:
    return InvoiceLine(
        id=invoice.number,
        label=invoice.label,
        club_name=invoice.club.name,
        club_slug=invoice.club.slug,
        text=invoice.text,
        amount=invoice.amount,
        open=invoice.left,  # type: ignore[attr-defined]
        issued_on=invoice.issued_on,
        due_on=invoice.due_on,
        state=_state(
            invoice,
            invoice.left,  # type: ignore[attr-defined]
            invoice.credited,  # type: ignore[attr-defined]
            invoice.refunded,  # type: ignore[attr-defined]
        ),
        printed=bool(invoice.document),
    )


def _state(invoice: Invoice, left: Decimal, credited: Decimal, refunded: Decimal) -> str:
    if refunded:
        return "refunded"
    if not left:
        return "credited" if credited >= invoice.amount else "paid"
    if left < invoice.amount:
        return "partly paid"
    return "overdue" if invoice.due_on < today() else "open"
