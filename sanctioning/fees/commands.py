"""What is done with an invoice."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext
from rest_framework import serializers

from sanctioning.fees.models import Invoice
from sanctioning.fees.services.payments import credit_invoice, record_payment, refund_credit, use_credit
from sanctioning.kit.clock import today
from sanctioning.kit.commands import Command, Commands, sent_as, words
from sanctioning.kit.money import LARGEST
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.people.models.person import Person

AMOUNT: Final = serializers.DecimalField(max_digits=9, decimal_places=2, max_value=LARGEST, required=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    amount: Decimal | None = sent_as(AMOUNT, None)
    received_on: dt.date | None = sent_as(serializers.DateField(required=False), None)
    text: str = words(200)

    @property
    def given(self) -> Decimal:
        if self.amount is None:
            raise serializers.ValidationError({"amount": [gettext("Write the amount.")]})
        return self.amount


def _pay(by: Person, invoice: Invoice, asked: Amount) -> object:
    return record_payment(
        by=by,
        club=invoice.club,
        invoice=invoice,
        amount=asked.given,
        received_on=asked.received_on or today(),
        reference=asked.text,
    )


INVOICE_COMMANDS: Final = Commands[Invoice, Amount, object](
    Amount,
    {
        "pay": Command(_pay, _("The payment is booked.")),
        "credit": Command(
            lambda by, invoice, asked: credit_invoice(
                by=by, invoice=invoice, amount=asked.given, reason=asked.text
            ),
            _("The credit note is issued."),
        ),
        "refund": Command(
            lambda by, invoice, asked: refund_credit(
                by=by, club=invoice.club, invoice=invoice, amount=asked.given, reason=asked.text
            ),
            _("The refund is booked."),
        ),
        "use": Command(
            lambda by, invoice, asked: use_credit(by=by, invoice=invoice), _("The credit is used.")
        ),
    },
)
