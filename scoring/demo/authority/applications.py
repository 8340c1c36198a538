"""Applications of the demo season in every state that an application can have, with their invoices.

Terms: story (how far an application comes: the last step taken).
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

from sanctioning.clubs.models import Club
from sanctioning.fees.models import Invoice
from sanctioning.fees.services.bank_file import book_bank_file
from sanctioning.fees.services.payments import credit_invoice, record_payment, refund_credit
from sanctioning.kit.clock import noon
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.services.applications import (
    approve_sanction,
    cancel_sanction,
    refuse_sanction,
    return_sanction,
    withdraw_sanction,
)
from sanctioning.sanctions.services.lapsing import expire_what_is_over
from scoring.demo.authority.founding import DemoAuthority
from tournaments.events.models.event import Event
from tournaments.events.services.events import apply_for_sanction, register_event

DAY = dt.timedelta(days=1)
HOUR = dt.timedelta(hours=1)
# Before the applications that wait on a desk, so that only the one of this story has lapsed.
LAPSED = dt.date(2026, 10, 20)


def sanction_paid(authority: DemoAuthority, sanction: Sanction, at: dt.datetime) -> None:
    """Approve an application, and book the payment of its fee two hours later."""
    approve_sanction(by=authority.managing, sanction=sanction, at=at)
    invoice = Invoice.objects.filter(sanction=sanction).first()
    if invoice is not None:
        pay(authority.registrar, invoice.club, invoice, invoice.amount, at + 2 * HOUR)


def sanctioned_event(
    authority: DemoAuthority, club: int, *, at: dt.datetime, paid: dt.datetime, **details: Any
) -> Event:
    """An open tournament of a club, registered with these `details`, and its sanction, paid after `paid`."""
    director = authority.directors[club]
    event = register_event(
        by=director, club=authority.clubs[club], time_zone="Europe/London", at=at, **details
    )
    sanction = apply_for_sanction(
        by=director,
        event=event,
        level=authority.levels["open"],
        event_type=authority.types["tournament"],
        at=at,
    )
    sanction_paid(authority, sanction, paid)
    return Event.objects.get(pk=event.pk)


def pay(by: Person, club: Club, invoice: Invoice, amount: Decimal, at: dt.datetime) -> None:
    record_payment(
        by=by,
        club=club,
        amount=amount,
        received_on=at.date(),
        invoice=invoice,
        reference=invoice.label,
        at=at,
    )


def let_one_lapse(authority: DemoAuthority) -> None:
    """Approved in September, and nobody paid."""
    at = noon(dt.date(2026, 9, 10))
    sanction = _applied(authority, 1, "Ludlow Lantern Evening 2027", dt.date(2027, 2, 6), at)
    approve_sanction(by=authority.managing, sanction=sanction, at=at + 3 * DAY)
    expire_what_is_over(at=noon(LAPSED))


def apply_in_every_way(authority: DemoAuthority) -> None:
    """What lies on the desks in the last weeks of the season."""
    at, managing, directors = noon(dt.date(2026, 11, 2)), authority.managing, authority.directors
    _applied(authority, 0, "Wetherby Summer Picnic 2027", dt.date(2027, 6, 12), at, submit=False)
    returned = _applied(authority, 2, "Whitstable Oyster Open 2027", dt.date(2027, 3, 20), at)
    question = "How many tables do you expect, and who keeps score at each?"
    return_sanction(by=managing, sanction=returned, question=question, at=at + 2 * DAY)
    refused = _applied(authority, 1, "Ludlow New Year Open 2027", dt.date(2027, 1, 23), at)
    refuse_sanction(
        by=managing,
        sanction=refused,
        why="Wetherby holds its special event on that day; choose another and apply again.",
        at=at + 3 * DAY,
    )
    withdrawn = _applied(authority, 2, "Whitstable Boat Race 2027", dt.date(2027, 5, 8), at)
    withdraw_sanction(by=directors[2], sanction=withdrawn, why="The boat is sold.", at=at + 4 * DAY)
    _partly_paid(authority, at + DAY)
    _cancelled(authority, at)
    _individual(authority, at)


def _partly_paid(authority: DemoAuthority, at: dt.datetime) -> None:
    """Approved subject to its fee; a part came in by the bank, with a receipt that nobody can place."""
    sanction = _applied(
        authority, 1, "Ludlow May Tournament 2027", dt.date(2027, 5, 1), at, event_type="tournament"
    )
    approve_sanction(by=authority.managing, sanction=sanction, at=at + DAY)
    invoice = Invoice.objects.get(sanction=sanction)
    day = (at + 3 * DAY).date()
    lines = (
        "date,amount,payer,reference\n"
        f"{day},12.50,Ludlow Card Circle,{invoice.label} first part\n"
        f"{day},8.00,Ludlow Card Circle,for the card tables\n"
    )
    book_bank_file(by=authority.registrar, name="november.csv", data=lines.encode(), at=at + 4 * DAY)


def _cancelled(authority: DemoAuthority, at: dt.datetime) -> None:
    """Granted and paid; the hall burnt down, and the fee was paid back."""
    sanction = _applied(authority, 0, "Wetherby Easter Open 2027", dt.date(2027, 3, 27), at)
    sanction_paid(authority, sanction, at + DAY)
    invoice = Invoice.objects.get(sanction=sanction)
    why = "The town hall is closed until summer."
    cancel_sanction(by=authority.directors[0], sanction=sanction, why=why, at=at + 6 * DAY)
    by, amount, later = authority.registrar, invoice.amount, at + 7 * DAY
    credit_invoice(by=by, invoice=invoice, amount=amount, reason="The sanction was cancelled.", at=later)
    refund_credit(by=by, club=invoice.club, amount=amount, reason=why, invoice=invoice, at=later + DAY)


def _individual(authority: DemoAuthority, at: dt.datetime) -> None:
    """One game outside a club's events, granted because its fee was paid."""
    sanction = _applied(
        authority,
        2,
        "A table for Greta Carrick's ninetieth birthday",
        dt.date(2027, 1, 9),
        at,
        kind="individual",
        grounds="She has played with us since 1966 and cannot travel to the season's events.",
    )
    sanction_paid(authority, sanction, at + DAY)


def _applied(
    authority: DemoAuthority,
    club: int,
    name: str,
    day: dt.date,
    at: dt.datetime,
    *,
    event_type: str = "club-game",
    kind: str = "event",
    grounds: str = "",
    submit: bool = True,
) -> Sanction:
    director, begins = authority.directors[club], noon(day, 14)
    event: Event = register_event(
        by=director,
        club=authority.clubs[club],
        name=name,
        place=authority.clubs[club].place,
        starts_at=begins,
        ends_at=begins + 6 * HOUR,
        time_zone="Europe/London",
        at=at,
    )
    return apply_for_sanction(
        by=director,
        event=event,
        level=authority.levels["open"],
        event_type=authority.types[event_type],
        kind=kind,
        grounds=grounds,
        submit=submit,
        at=at,
    )
