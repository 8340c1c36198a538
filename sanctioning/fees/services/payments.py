"""Fees: payments, credit notes, refunds and credit used, each in one transaction under the club's lock.

Purpose: what comes in is booked once and exactly; the payment that settles the invoice of an approved
sanction grants it in the same transaction.
Rule section: IV (individual sanctions upon payment of the fee).
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.fees.models import CreditNote, FeeEntry, Invoice, Payment, Refund
from sanctioning.fees.notifications import tell_of_payment
from sanctioning.fees.permissions import may_handle_fees
from sanctioning.fees.services.club_accounts import (
    add_entry,
    book_against,
    credit_of,
    locked_club,
    open_amount,
    write_credit,
)
from sanctioning.hooks import INVOICE_SETTLED
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.money import NOTHING
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.kit.wording.localised import day, money
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction

RULE = _lazy("Every payment is booked once, against what is open.")


@transaction.atomic
def record_payment(
    *,
    by: Person,
    club: Club,
    amount: Decimal,
    received_on: dt.date,
    invoice: Invoice | None = None,
    reference: str = "",
    method: str = Payment.Method.HAND,
    tell: bool = True,
    at: dt.datetime | None = None,
) -> Payment:
    """Book what came in: against the invoice as far as it is open, the rest to the club's credit. The club is
    told, unless the payment is of the past.

    Raises:
        Refusal: `amount-impossible`, `invoice-of-another`, `invoice-settled`, `not-allowed`,
            `payment-to-come`.
    """
    at = moment(at)
    require_bookkeeper(by, at)
    _require_amount(amount)
    _require_received(received_on, at)
    club = locked_club(club.pk)
    if invoice is not None:
        _require_invoice_of(club, invoice)
        _require_open(invoice)
    payment = Payment.objects.create(
        club=club,
        invoice=invoice,
        amount=amount,
        received_on=received_on,
        method=method,
        reference=reference[:200],
        entered_by=by,
        entered_at=at,
    )
    book_against(
        club=club,
        invoice=invoice,
        kind=FeeEntry.Kind.PAYMENT,
        amount=amount,
        day=received_on,
        at=at,
        text=_payment_text(invoice, reference),
        payment=payment,
    )
    note(
        by=by,
        at=at,
        action="record payment",
        thing=payment,
        after={"amount": str(amount), "invoice": invoice.label if invoice else None},
    )
    if tell:
        tell_of_payment(by=by, at=at, payment=payment, left=open_amount(invoice) if invoice else NOTHING)
    if invoice is not None:
        _grant_if_settled(by, at, invoice)
    return payment


@transaction.atomic
def credit_invoice(
    *, by: Person, invoice: Invoice, amount: Decimal, reason: str, at: dt.datetime | None = None
) -> CreditNote:
    """Lower an invoice by a credit note; of one that is paid, the amount stands to the club's credit.

    Raises:
        Refusal: `amount-impossible`, `credit-too-large`, `fee-waived`, `not-allowed`, `reason-missing`.
    """
    at = moment(at)
    require_bookkeeper(by, at)
    _require_amount(amount)
    reason = _reason_for_credit(reason)
    locked_club(invoice.club_id)
    left = invoice.amount - sum((credit_note.amount for credit_note in invoice.credit_notes.all()), NOTHING)
    if amount > left:
        raise Refusal(
            code="credit-too-large",
            sentence=_("At most %(amount)s can be credited on %(invoice)s.")
            % {"invoice": invoice.label, "amount": money(left)},
            rule=_("You cannot credit more than was invoiced."),
            remedy=_("Give a smaller amount."),
            status=422,
        )
    _require_something_paid(invoice, amount)
    credit_note = write_credit(by=by, at=at, invoice=invoice, amount=amount, reason=reason)
    _grant_if_settled(by, at, invoice)
    return credit_note


@transaction.atomic
def refund_credit(
    *,
    by: Person,
    club: Club,
    amount: Decimal,
    reason: str,
    invoice: Invoice | None = None,
    at: dt.datetime | None = None,
) -> Refund:
    """Pay back what stands to the club's credit; never more.

    Raises:
        Refusal: `amount-impossible`, `credit-too-small`, `invoice-of-another`, `not-allowed`,
            `reason-missing`.
    """
    at = moment(at)
    require_bookkeeper(by, at)
    _require_amount(amount)
    reason = _reason_for_credit(reason)
    club = locked_club(club.pk)
    if invoice is not None:
        _require_invoice_of(club, invoice)
    require_credit(club, amount)
    refund = Refund.objects.create(
        club=club,
        invoice=invoice,
        amount=amount,
        refunded_on=day_of(at),
        reason=reason,
        entered_by=by,
    )
    add_entry(
        club=club,
        kind=FeeEntry.Kind.REFUND,
        amount=amount,
        day=day_of(at),
        at=at,
        text=f"Refund: {reason}"[:300],
        refund=refund,
    )
    note(by=by, at=at, action="refund credit", thing=refund, why=reason, after={"amount": str(amount)})
    return refund


@transaction.atomic
def use_credit(*, by: Person, invoice: Invoice, at: dt.datetime | None = None) -> Decimal:
    """Pay an open invoice from the club's credit, as far as it goes. Gives what was used.

    Raises:
        Refusal: `credit-too-small`, `invoice-settled`, `not-allowed`.
    """
    at = moment(at)
    require_bookkeeper(by, at)
    club = locked_club(invoice.club_id)
    _require_open(invoice)
    credit = credit_of(club)
    used = min(credit, open_amount(invoice))
    require_credit(club, used if used > 0 else open_amount(invoice))
    text = f"Credit used for {invoice.label}"
    kind, day = FeeEntry.Kind.TRANSFER, day_of(at)
    add_entry(club=club, kind=kind, amount=used, day=day, at=at, text=text)
    add_entry(club=club, kind=kind, amount=-used, day=day, at=at, text=text, invoice=invoice)
    note(by=by, at=at, action="use credit", thing=invoice, after={"amount": str(used)})
    _grant_if_settled(by, at, invoice)
    return used


def _grant_if_settled(by: Person, at: dt.datetime, invoice: Invoice) -> None:
    if invoice.sanction_id is None or open_amount(invoice):
        return
    sanction = Sanction.objects.get(pk=invoice.sanction_id)
    if sanction.state == Sanction.State.APPROVED:
        INVOICE_SETTLED.only()(by=by, sanction=sanction, at=at)


def _payment_text(invoice: Invoice | None, reference: str) -> str:
    """The number of the invoice once, though most people write it in the reference too."""
    named = f"for {invoice.label}" if invoice and invoice.label not in reference else ""
    return " ".join(filter(None, ("Payment", named, reference)))[:300]


def require_bookkeeper(by: Person, at: dt.datetime) -> None:
    require(
        may_handle_fees(by, day_of(at)),
        what=_("keep the fee accounts"),
        who=_("the registrar or the Managing Executor"),
        rule="IV",
    )


def _require_amount(amount: Decimal) -> None:
    if amount <= 0 or amount != round(amount, 2):
        raise Refusal(
            code="amount-impossible",
            sentence=_("This is not an amount of money."),
            rule=_("Amounts are exact, more than zero, with two decimals."),
            remedy=_("Write it as 12.50."),
            status=422,
        )


def _reason_for_credit(reason: str) -> str:
    return require_reason(
        reason,
        _("A credit or refund needs a reason."),
        rule=_("The accounts say why."),
        remedy=_("Say in a few words why."),
    )


def _require_received(received_on: dt.date, at: dt.datetime) -> None:
    if received_on > day_of(at):
        raise Refusal(
            code="payment-to-come",
            sentence=_("%(received_on)s is in the future.") % {"received_on": day(received_on)},
            rule=_("A payment is booked once it has arrived."),
            remedy=_("Give the day on which the money came in."),
            status=422,
        )


def _require_invoice_of(club: Club, invoice: Invoice) -> None:
    if invoice.club_id != club.pk:
        raise Refusal(
            code="invoice-of-another",
            sentence=_("%(invoice)s belongs to another club.") % {"invoice": invoice.label},
            rule=RULE,
            remedy=_("Compare the number with the club's account."),
            status=422,
        )


def _require_open(invoice: Invoice) -> None:
    if not open_amount(invoice):
        raise Refusal(
            code="invoice-settled",
            sentence=_("Nothing is left to pay on %(invoice)s.") % {"invoice": invoice.label},
            rule=RULE,
            remedy=_("If more came in, record the rest for the club without an invoice; it becomes credit."),
        )


def _require_something_paid(invoice: Invoice, amount: Decimal) -> None:
    """A credit note does not grant: what is waived wholly was never a payment of the fee."""
    waiting = Sanction.objects.filter(invoice=invoice, state=Sanction.State.APPROVED).exists()
    if waiting and amount >= open_amount(invoice) == invoice.amount:
        raise Refusal(
            code="fee-waived",
            sentence=_("This credit note would grant the sanction without any payment."),
            rule=_("IV: upon payment of the fee"),
            remedy=_("Credit a part, or have the club withdraw the application."),
        )


def require_credit(club: Club, amount: Decimal) -> None:
    credit = credit_of(club)
    if amount > credit:
        raise Refusal(
            code="credit-too-small",
            sentence=_("%(club)s has a credit of %(amount)s.")
            % {"club": club.name, "amount": money(max(credit, NOTHING))},
            rule=_("A club can only be paid back or use the credit it has."),
            remedy=_("Give a smaller amount, or issue a credit note first."),
        )
