"""What is read of fees: invoices with what is open of them, a club's account, receipts without an invoice.

Invariant: a club's account is seen by those who run it and by those who keep the accounts; a constant number
of queries.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from sanctioning.clubs.models import Club
from sanctioning.fees.models import BankLine, CreditNote, FeeEntry, Invoice, Refund
from sanctioning.fees.permissions import may_handle_fees, may_see_account
from sanctioning.kit.clock import today
from sanctioning.kit.lists.filters import one_of, only, words
from sanctioning.kit.lists.lists import ListSource, ask
from sanctioning.kit.money import NOTHING, Money, MoneyField
from sanctioning.kit.request_cache import asked_once
from sanctioning.people.models.person import Person

InvoiceState = Literal["refunded", "credited", "paid", "partly paid", "overdue", "open"]


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
    state: InvoiceState
    printed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountEntry:
    """`position` counts the lines of the account in the order in which they were booked."""

    position: int
    day: dt.date
    kind: str
    text: str
    amount: Money
    balance: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingReceipt:
    """A receipt that nobody has assigned yet; `why` it waits."""

    id: int
    day: dt.date
    amount: Money
    payer: str
    reference: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubAccount:
    """`balance` is what the club owes; below nothing it is in credit."""

    club_name: str
    club_slug: str
    balance: Money
    credit: Money
    invoices: tuple[InvoiceLine, ...]
    entries: tuple[AccountEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubBalance:
    """What a club owes, below nothing what it has to its credit; `credit` is what belongs to no invoice."""

    balance: Money
    credit: Money


def balance_of(club: Club, *, asker: Person | None) -> ClubBalance | None:
    """Where a club stands, for those who may see its account. One query."""
    if not may_see_account(asker, today(), club):
        return None
    free = Sum("amount", filter=Q(invoice=None))
    sums = FeeEntry.objects.filter(club=club).aggregate(owed=Sum("amount"), free=free)
    credit = -(sums["free"] or NOTHING)
    return ClubBalance(balance=sums["owed"] or NOTHING, credit=max(credit, NOTHING))


def club_account(*, asker: Person | None, club_slug: str) -> ClubAccount | None:
    """The whole account of a club, for those who may see it."""
    club = Club.objects.filter(slug=club_slug).first()
    account = balance_of(club, asker=asker) if club else None
    if club is None or account is None:
        return None
    return ClubAccount(
        club_name=club.name,
        club_slug=club.slug,
        balance=account.balance,
        credit=account.credit,
        invoices=every_invoice_of(club),
        entries=tuple(ask(account_entries(club), {}).all_lines()),
    )


def every_invoice_of(club: Club) -> tuple[InvoiceLine, ...]:
    """The last first. One query."""
    return tuple(ask(invoices_of(club), {}).all_lines())


def invoices_of(club: Club) -> ListSource[Invoice, InvoiceLine]:
    """Every invoice of a club. Two queries a page."""
    return _invoices(Invoice.objects.filter(club=club), order="-number")


def invoices_open(*, asker: Person | None) -> ListSource[Invoice, InvoiceLine]:
    """Every invoice of which something is open, the one due first in front; for who keeps the accounts."""
    seen = Invoice.objects.all() if may_handle_fees(asker, today()) else Invoice.objects.none()
    return _invoices(seen, order="due", only_open=True)


def account_entries(club: Club) -> ListSource[FeeEntry, AccountEntry]:
    """The lines of a club's account, the last first. Two queries a page."""
    return ListSource(
        rows=FeeEntry.objects.filter(club=club),
        lines=lambda entries: tuple(map(_entry, entries)),
        sorts={"position": ("position",), "day": ("day", "position"), "amount": ("amount", "position")},
        order="-position",
        filters=(
            words("search", _("Words in the entry"), "text"),
            one_of("kind", _("Kind"), "kind", FeeEntry.Kind.choices, all_words=_("all kinds")),
        ),
    )


def _invoices(
    invoices: QuerySet[Invoice], *, order: str, only_open: bool = False
) -> ListSource[Invoice, InvoiceLine]:
    rows = _with_sums(invoices)
    return ListSource(
        rows=rows.filter(pk__in=_open_keys()) if only_open else rows,
        lines=lambda page: tuple(map(_line, page)),
        sorts={
            "number": ("number",),
            "club": ("club__name", "number"),
            "due": ("due_on", "number"),
            "amount": ("amount",),
            "open": ("left",),
        },
        order=order,
        filters=(
            words("search", _("Words in the invoice, or the club"), "text", "club__name"),
            only("overdue", _("only what is overdue"), Q(left__gt=0, due_on__lt=today())),
        ),
    )


def invoices_to_pay(clubs: Collection[Club]) -> QuerySet[Invoice]:
    """What these clubs have still to pay, the one due first in front; for those who run them."""
    theirs = _with_sums(Invoice.objects.filter(club__in=clubs))
    return theirs.filter(Q(left__gt=0)).order_by("due_on", "number")


def overdue_invoices(day: dt.date) -> QuerySet[Invoice]:
    """Those of which something is open after the day on which they were due, that one first."""
    due_before = Invoice.objects.filter(due_on__lt=day, pk__in=_open_ones())
    return due_before.select_related("club").order_by("due_on", "number")


def receipts_to_assign() -> QuerySet[BankLine]:
    """Receipts that nobody has assigned yet, the oldest first."""
    return BankLine.objects.filter(payment__isnull=True).order_by("day", "pk")


def invoice_of(*, asker: Person | None, number: int) -> Invoice | None:
    """The invoice, for those who may see the account of its club."""
    invoice = Invoice.objects.select_related("club", "sanction").filter(number=number).first()
    return invoice if invoice and may_see_account(asker, today(), invoice.club) else None


def invoice_numbered(*, asker: Person | None, text: str) -> Invoice | None:
    """The invoice whose number was typed, with or without its letters and zeros."""
    digits = text.strip().upper().removeprefix("INV").strip("- ")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        return None
    return invoice_of(asker=asker, number=int(digits))


def invoice_line(invoice: Invoice) -> InvoiceLine:
    return _line(_with_sums(Invoice.objects.filter(pk=invoice.pk)).get())


def receipts(*, asker: Person | None) -> ListSource[BankLine, WaitingReceipt]:
    """Receipts that nobody has assigned yet; for those who keep the accounts. Two queries a page."""
    waiting = BankLine.objects.filter(payment__isnull=True)
    return ListSource(
        rows=waiting if may_handle_fees(asker, today()) else waiting.none(),
        lines=lambda page: tuple(map(_waiting, page)),
        sorts={"day": ("day",), "amount": ("amount",), "payer": ("payer",)},
        order="day",
        filters=(words("search", _("Payer or reference"), "payer", "reference"),),
    )


def _waiting(line: BankLine) -> WaitingReceipt:
    return WaitingReceipt(
        id=line.pk,
        day=line.day,
        amount=line.amount,
        payer=line.payer,
        reference=line.reference,
        why=line.why_unmatched,
    )


def unmatched_line(*, asker: Person | None, line_id: int) -> BankLine | None:
    return receipts(asker=asker).rows.filter(pk=line_id).first()


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


def _open_keys() -> tuple[int, ...]:
    """Few of all that were ever written; the sum that tells them is asked once for all that a list asks."""
    keys = _open_ones().values_list("invoice", flat=True)
    return asked_once("open invoices", lambda: tuple(keys))


def _open_ones() -> QuerySet[FeeEntry, Any]:
    """The keys of the invoices of which something is open, by one sum over all entries."""
    sums = (
        FeeEntry.objects.filter(invoice__isnull=False).order_by().values("invoice").annotate(s=Sum("amount"))
    )
    return sums.exclude(s=0).values("invoice")


def _entry(entry: FeeEntry) -> AccountEntry:
    return AccountEntry(
        position=entry.position,
        day=entry.day,
        kind=entry.get_kind_display(),
        text=entry.text,
        amount=entry.amount,
        balance=entry.balance,
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


def _state(invoice: Invoice, left: Decimal, credited: Decimal, refunded: Decimal) -> InvoiceState:
    if refunded:
        return "refunded"
    if not left:
        return "credited" if credited >= invoice.amount else "paid"
    if left < invoice.amount:
        return "partly paid"
    return "overdue" if invoice.due_on < today() else "open"
