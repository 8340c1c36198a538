"""Taking back a payment that was booked by mistake: its invoice is open again, its credit gone.

Invariants: the account only grows, so it shows the payment and what takes it back; a payment upon which a
sanction was granted stays, and so does credit that was used.
Rule section: IV (individual sanctions upon payment of the fee).
"""

from __future__ import annotations

import datetime as dt
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.fees.models import FeeEntry, Payment, Refund
from sanctioning.fees.services.club_accounts import add_entry, locked_club
from sanctioning.fees.services.payments import require_bookkeeper, require_credit
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction


@transaction.atomic
def take_payment_back(*, by: Person, payment: Payment, reason: str, at: dt.datetime | None = None) -> Refund:
    """What it paid of its invoice becomes credit, and the whole is taken off the credit.

    Raises:
        Refusal: `credit-too-small`, `not-allowed`, `payment-granted`.
    """
    at = moment(at)
    require_bookkeeper(by, at)
    club, day = locked_club(payment.club_id), day_of(at)
    _require_nothing_granted(payment)
    text = f"Payment taken back: {reason}"[:300]
    for entry in payment.entries.exclude(invoice=None):
        moved = partial(add_entry, club=club, kind=FeeEntry.Kind.TRANSFER, day=day, at=at, text=text)
        moved(amount=-entry.amount, invoice=entry.invoice)
        moved(amount=entry.amount)
    require_credit(club, payment.amount)
    refund = Refund.objects.create(
        club=club,
        invoice=payment.invoice,
        amount=payment.amount,
        refunded_on=day,
        reason=text,
        entered_by=by,
    )
    add_entry(
        club=club, kind=FeeEntry.Kind.REFUND, amount=payment.amount, day=day, at=at, text=text, refund=refund
    )
    note(by=by, at=at, action="take payment back", thing=payment, why=reason, after={"refund": refund.pk})
    return refund


def _require_nothing_granted(payment: Payment) -> None:
    granted = Sanction.objects.filter(invoice=payment.invoice_id, state=Sanction.State.GRANTED)
    if payment.invoice_id is not None and granted.exists():
        raise Refusal(
            code="payment-granted",
            sentence=_("A sanction was granted because of this payment."),
            rule=_("IV: upon payment of the fee"),
            remedy=_("Issue a credit note, or cancel the sanction first."),
        )
