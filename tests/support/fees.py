"""Fees, applications and invoices for tests, beside the cast."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from sanctioning.fees.models import Invoice
from sanctioning.fees.services.payments import record_payment
from sanctioning.law.examples import EXAMPLE_FEES
from sanctioning.law.models.versions import FeeSchedule
from sanctioning.law.services.versions import adopt_law, draft_law
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.services.applications import approve_sanction, draft_sanction, submit_sanction
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast
from tests.support.kept_steps import kept_step

OPEN_FEE = Decimal("20.00")
DAY = dt.timedelta(days=1)


@kept_step
def adopt_fees(cast: Cast, first_day: dt.date = FIRST_DAY, at: dt.datetime = JANUARY) -> FeeSchedule:
    drafted = draft_law(
        by=cast.managing, law=FeeSchedule, title="Fees", first_day=first_day, body=EXAMPLE_FEES, at=at
    )
    return adopt_law(by=cast.managing, version=drafted, at=at)


def draft(cast: Cast, kind: str = "event", grounds: str = "", at: dt.datetime = MARCH) -> Sanction:
    return draft_sanction(
        by=cast.director,
        club=cast.club,
        level=cast.levels["open"],
        event_type=cast.types["club-game"],
        format_slug="whoopie",
        purpose="Spring Whoopie",
        kind=kind,
        grounds=grounds,
        at=at,
    )


@kept_step
def submitted(cast: Cast, at: dt.datetime = MARCH) -> Sanction:
    return submit_sanction(by=cast.director, sanction=draft(cast, at=at), at=at)


@kept_step
def invoiced(cast: Cast, at: dt.datetime = MARCH) -> Invoice:
    """The invoice of an application that was approved subject to its fee."""
    sanction = approve_sanction(by=cast.managing, sanction=submitted(cast, at), at=at)
    return Invoice.objects.get(sanction=sanction)


def pay(cast: Cast, invoice: Invoice, amount: Decimal = OPEN_FEE, at: dt.datetime = MARCH) -> None:
    record_payment(
        by=cast.registrar,
        club=cast.club,
        amount=amount,
        received_on=at.date(),
        invoice=Invoice.objects.get(pk=invoice.pk),
        at=at,
    )
