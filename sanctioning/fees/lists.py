"""The lists of invoices, receipts and entries of an account."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.fees.selectors.fees import AccountEntry, InvoiceLine, WaitingReceipt
from sanctioning.kit.lists.pages import Column, Empty, ListTable, link
from sanctioning.kit.money import money
from sanctioning.kit.wording.localised import whole
from sanctioning.templatetags.saas import badge


def _invoice_columns(with_club: bool) -> tuple[Column[InvoiceLine], ...]:
    club = Column[InvoiceLine](
        label=_("Club"),
        value=lambda line: line.club_name,
        show=lambda line: link(reverse("club-account", args=[line.club_slug]), line.club_name),
        sort="club",
    )
    return (
        Column(
            label=_("Number"),
            bare=True,
            value=lambda line: line.label,
            show=lambda line: link(reverse("invoice", args=[line.id]), line.label),
            sort="number",
        ),
        Column(label=_("For"), value=lambda line: line.text, bare=True),
        *((club,) if with_club else ()),
        Column(label=_("Issued"), value=lambda line: line.issued_on),
        Column(label=_("Due"), value=lambda line: line.due_on, sort="due"),
        Column(
            label=_("State"), value=lambda line: line.state, show=lambda line: badge(line.state), bare=True
        ),
        Column(
            label=_("Amount"),
            value=lambda line: line.amount,
            show=lambda line: money(line.amount),
            sort="amount",
            number=True,
        ),
        Column(
            label=_("Open"),
            value=lambda line: line.open,
            show=lambda line: money(line.open),
            sort="open",
            number=True,
        ),
    )


def _invoices(count: int) -> str:
    return ngettext("%(count)s invoice", "%(count)s invoices", count) % {"count": whole(count)}


OPEN_INVOICES: Final = ListTable[InvoiceLine](
    name="open-invoices",
    label=_("Open invoices"),
    columns=_invoice_columns(True),
    count=_invoices,
    empty=Empty(what=_("Nothing is open"), next=_("Invoices are listed here until they are paid.")),
)


CLUB_INVOICES: Final = ListTable[InvoiceLine](
    name="invoices",
    label=_("Invoices"),
    columns=_invoice_columns(False),
    count=_invoices,
    empty=Empty(
        what=_("No invoice yet"),
        next=_("An invoice is issued when an application is approved subject to its fee."),
    ),
)


RECEIPTS: Final = ListTable[WaitingReceipt](
    name="receipts",
    prefix="receipts",
    label=_("Payments without an invoice"),
    columns=(
        Column(label=_("Payer"), value=lambda line: line.payer, sort="payer"),
        Column(label=_("Day"), value=lambda line: line.day, sort="day", bare=True),
        Column(
            label=_("Amount"),
            value=lambda line: line.amount,
            show=lambda line: money(line.amount),
            sort="amount",
            number=True,
        ),
        Column(label=_("Reference"), value=lambda line: line.reference),
        Column(label=_("Why it is waiting"), value=lambda line: line.why, bare=True),
        Column(label=_("Book it to"), template="sanctioning/fees/cells/book_receipt.html", bare=True),
    ),
    count=lambda count: ngettext("%(count)s payment", "%(count)s payments", count) % {"count": whole(count)},
    empty=Empty(
        what=_("Every payment has an invoice"),
        next=_("Payments in the bank's file that name no open invoice are listed here."),
    ),
)


ENTRIES: Final = ListTable[AccountEntry](
    name="entries",
    prefix="entries",
    label=_("Entries of the account"),
    columns=(
        Column(label=_("Entry"), value=lambda line: line.text),
        Column(label=_("Number"), value=lambda line: line.position, sort="position"),
        Column(label=_("Day"), value=lambda line: line.day, sort="day", bare=True),
        Column(label=_("Kind"), value=lambda line: line.kind, bare=True),
        Column(
            label=_("Amount"),
            value=lambda line: line.amount,
            show=lambda line: money(line.amount),
            sort="amount",
            number=True,
        ),
        Column(
            label=_("Balance"),
            value=lambda line: line.balance,
            show=lambda line: money(line.balance),
            number=True,
        ),
    ),
    count=lambda count: ngettext("%(count)s entry", "%(count)s entries", count) % {"count": whole(count)},
    empty=Empty(
        what=_("Nothing has been booked yet"),
        next=_("Invoices and payments are listed here with the balance after each."),
    ),
)
