"""Events of the demo season that apply for their sanctions, and what is paid for these."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from sanctioning.clubs.models import Club
from sanctioning.fees.models import Invoice
from sanctioning.fees.services.bank_file import book_bank_file
from sanctioning.fees.services.payments import record_payment
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.services.applications import approve_sanction
from scoring.demo.authority.founding import DemoAuthority
from tournaments.events.models.event import Event
from tournaments.events.services.events import apply_for_sanction, register_event
from tournaments.events.terms import EventTerms

HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)


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


def club_game(
    authority: DemoAuthority,
    club: int,
    name: str,
    place: str,
    starts_at: dt.datetime,
    at: dt.datetime,
    terms: Mapping[str, Any] | None = None,
    level: str = "open",
) -> Event:
    """An evening of a club, sanctioned a day after it applied."""
    event = _registered(authority, club, name, place, starts_at, 6, at, event_terms(terms))
    sanction = apply_for_sanction(
        by=authority.directors[club],
        event=event,
        level=authority.levels[level],
        event_type=authority.types["club-game"],
        at=at,
    )
    sanction_paid(authority, sanction, at + DAY)
    return Event.objects.get(pk=event.pk)


def apply(
    authority: DemoAuthority,
    club: int,
    name: str,
    begins: dt.datetime,
    at: dt.datetime,
    *,
    place: str = "",
    hours: int = 6,
    event_type: str = "club-game",
    kind: str = "event",
    grounds: str = "",
    submit: bool = True,
) -> Sanction:
    """An application of a club for an open event, sent or still written."""
    event = _registered(
        authority, club, name, place or authority.clubs[club].place, begins, hours, at, EventTerms()
    )
    return apply_for_sanction(
        by=authority.directors[club],
        event=event,
        level=authority.levels["open"],
        event_type=authority.types[event_type],
        kind=kind,
        grounds=grounds,
        submit=submit,
        at=at,
    )


def event_terms(terms: Mapping[str, Any] | None) -> EventTerms:
    """As they are written down, where a fee may be a whole number."""
    written = dict(terms or {})
    fee = Decimal(written.pop("entry_fee", 0))
    return EventTerms(entry_fee=fee, **written)


def _registered(
    authority: DemoAuthority,
    club: int,
    name: str,
    place: str,
    begins: dt.datetime,
    hours: int,
    at: dt.datetime,
    terms: EventTerms,
) -> Event:
    return register_event(
        by=authority.directors[club],
        club=authority.clubs[club],
        name=name,
        place=place,
        starts_at=begins,
        ends_at=begins + hours * HOUR,
        time_zone="Europe/London",
        terms=terms,
        at=at,
    )


def book_bank_lines(by: Person, name: str, lines: Sequence[str], at: dt.datetime) -> None:
    book_bank_file(by=by, name=name, data="".join(f"{line}\n" for line in lines).encode(), at=at)


def invoice_of(sanction: Sanction) -> Invoice:
    return Invoice.objects.get(sanction=sanction)
