"""Payments that came in: of an invoice, or to the credit of a club. They are booked as at the desk, but
nobody gets a letter.

Invariants: what is booked already is not booked again; taken back, the account shows both, and what was
settled is open again. A payment that granted a sanction stays.
Rule section: IV (individual sanctions upon payment of the fee).
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext

from sanctioning.clubs.models import Club
from sanctioning.fees.models import Invoice, Payment
from sanctioning.fees.services.club_accounts import credit_of, open_amount
from sanctioning.fees.services.payments import record_payment
from sanctioning.fees.services.payments_taken_back import take_payment_back
from sanctioning.identity.likeness import folded
from sanctioning.kit.money import NOTHING, read_amount
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.sanctions.models import Sanction
from scoring.imports.columns import ImportColumn, Wrong, name_of, past_day
from scoring.imports.models import Import, ImportRow
from scoring.imports.services.kinds.kind import Draft, ImportCheck, ImportKind, Outcome, Rows, Writing

LONGEST_REFERENCE: Final = 200
_INVOICE: Final = re.compile(r"(?:INV[- ]?)?0*([1-9]\d{0,8})", re.IGNORECASE)


def invoice_number(text: str, days: str) -> str:
    match = _INVOICE.fullmatch(text)
    if match is None:
        raise Wrong("invoice-unknown", text=text)
    return match[1]


def amount(text: str, days: str) -> str:
    read = read_amount(text)
    if not read:
        raise Wrong("no-amount", text=text)
    return str(read)


class Payments(ImportKind):
    slug = "payments"
    label = _("Payments")
    help = _("Payments for an invoice, or for the credit of a club. Nobody is notified.")
    decided = False
    columns = (
        ImportColumn(
            name="invoice",
            label=_("Invoice"),
            aliases=("invoice number", "Rechnung", "Rechnungsnummer"),
            help=_("Its number. Leave it empty to credit the club."),
            example="INV-00012",
            read=invoice_number,
        ),
        ImportColumn(
            name="club",
            label=_("Club"),
            aliases=("payer", "Verein", "Zahler"),
            help=_("Who paid. It may be empty if the invoice says so."),
            example="Arden Whoopie Club",
            read=name_of(120),
        ),
        ImportColumn(
            name="amount",
            label=_("Amount"),
            aliases=("sum", "Betrag"),
            help=_("In the authority's currency, more than zero."),
            example="12.50",
            required=True,
            read=amount,
        ),
        ImportColumn(
            name="received",
            label=_("Received on"),
            aliases=("date", "received", "day", "Datum", "Eingang"),
            help=_("The day on which the money came in."),
            example="2019-05-31",
            required=True,
            read=past_day,
        ),
        ImportColumn(
            name="text",
            label=_("Reference"),
            aliases=("purpose", "Verwendungszweck", "Text"),
            help=_("What the payer wrote. It tells two otherwise equal payments apart."),
            read=name_of(LONGEST_REFERENCE),
        ),
    )

    def judge(self, check: ImportCheck, drafts: Sequence[Draft]) -> None:
        invoices = _invoices({int(draft.values["invoice"]) for draft in drafts if "invoice" in draft.values})
        for draft in drafts:
            _judge_payer(check, draft, invoices)
        booked = _booked([draft.club_id for draft in drafts])
        for draft in drafts:
            if not draft.faults and draft.values.get("text") and _as_booked(draft) in booked:
                draft.outcome = Outcome.SAME

    def write(self, writing: Writing, rows: Sequence[ImportRow]) -> None:
        invoices = _invoices({int(row.values["invoice"]) for row in rows if "invoice" in row.values})
        clubs = Club.objects.in_bulk([row.club_id for row in rows])
        # Always in the order of the clubs, as the bank's file is booked.
        for row in sorted(rows, key=lambda row: (row.club_id or 0, row.number)):
            assert row.club_id is not None, "a payment that is sound has its payer"
            row.payment = record_payment(
                by=writing.by,
                club=clubs[row.club_id],
                amount=Decimal(row.values["amount"]),
                received_on=dt.date.fromisoformat(row.values["received"]),
                invoice=invoices.get(int(row.values.get("invoice", 0))),
                reference=row.values.get("text", ""),
                tell=False,
                at=writing.at,
            )

    def referring(self, importing: Import, rows: Rows) -> list[str]:
        granted = Sanction.objects.filter(
            invoice__payments__import_rows__in=rows, state=Sanction.State.GRANTED
        ).distinct()
        named = [
            gettext("sanction %(number)s, which was granted because of its payment")
            % {"number": sanction.label}
            for sanction in granted.order_by("pk")[:3]
        ]
        return named + [
            gettext("the credit that %(club)s used") % {"club": club.name}
            for club, credited in _credited(rows).items()
            if credited > credit_of(club)
        ]

    def take_back(self, writing: Writing, rows: Rows, why: str) -> None:
        reason = f"Import {writing.importing.pk}: {why}"
        for row in rows.select_related("payment__club", "payment__invoice").order_by("club", "-number"):
            assert row.payment is not None, "a row of payments that made something made one"
            take_payment_back(by=writing.by, payment=row.payment, reason=reason, at=writing.at)


def _invoices(numbers: set[int]) -> Mapping[int, Invoice]:
    invoices = Invoice.objects.filter(number__in=numbers).select_related("club")
    return {invoice.number: invoice for invoice in invoices}


def _judge_payer(check: ImportCheck, draft: Draft, invoices: Mapping[int, Invoice]) -> None:
    values = draft.values
    invoice = invoices.get(int(values.get("invoice", 0)))
    if club := values.get("club"):
        draft.club_id = check.clubs.get(folded(club))
        if draft.club_id is None:
            draft.wrong("club", "club-unknown", text=club)
            return
    if "invoice" not in values:
        if draft.club_id is None:
            draft.wrong("invoice", "payer-missing")
    elif invoice is None:
        draft.wrong("invoice", "invoice-unknown", text=draft.cells["invoice"])
    elif draft.club_id not in (None, invoice.club_id):
        draft.wrong("invoice", "invoice-of-another-club", text=invoice.label, club=invoice.club.name)
    elif not open_amount(invoice):
        draft.club_id = invoice.club_id
        if values.get("text") and _as_booked(draft) in _booked([invoice.club_id]):
            draft.outcome = Outcome.SAME
        else:
            draft.wrong("invoice", "invoice-settled", text=invoice.label)
    else:
        draft.club_id = invoice.club_id


def _booked(clubs: Sequence[int | None]) -> set[tuple[object, ...]]:
    payments = Payment.objects.filter(club__in=[club for club in clubs if club])
    standing = payments.exclude(import_rows__made=False)
    return {
        (club, f"{amount:.2f}", received.isoformat(), text)
        for club, amount, received, text in standing.values_list("club", "amount", "received_on", "reference")
    }


def _as_booked(draft: Draft) -> tuple[object, ...]:
    values = draft.values
    return draft.club_id, f"{Decimal(values['amount']):.2f}", values["received"], values["text"]


def _credited(rows: Rows) -> Mapping[Club, Decimal]:
    """What of these payments went to the credit of each club."""
    credited: defaultdict[Club, Decimal] = defaultdict(lambda: NOTHING)
    for row in rows.select_related("payment__club").prefetch_related("payment__entries"):
        if row.payment is not None:
            for entry in row.payment.entries.all():
                if entry.invoice_id is None:
                    credited[row.payment.club] -= entry.amount
    return credited
