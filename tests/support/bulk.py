"""Hundreds of rows at once, for tests that ask what a list costs; each copies what the services made.

Invariant: only for reading; a row made here went through no service, and nothing follows from it.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any, TypeVar

from django.db.models import Max, Model

from sanctioning.clubs.models import Club
from sanctioning.fees.models import BankLine, BankUpload, FeeEntry, Invoice
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.jobs.kinds import MAIL_JOB
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.messages.models import Message
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from scoring.certificates.models import Certificate
from scoring.ledger.models.ledger import LedgerEntry
from scoring.recordings.models import DegreeHeld
from scoring.results.models import Certification, Standing
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast, certified, sanctioned_event
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.series.models import Series

M = TypeVar("M", bound=Model)


def copies(row: M, count: int, **changed: Any) -> list[M]:
    """Rows like that one; a callable among the changes is told which row it is for, from 1."""
    fields = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key and not field.generated
    }
    rows = [
        type(row)(
            **fields | {name: value(n) if callable(value) else value for name, value in changed.items()}
        )
        for n in range(1, count + 1)
    ]
    return type(row)._default_manager.bulk_create(rows)


def serial(model: type[Model], field: str = "id") -> int:
    """The highest number so far."""
    return int(model._default_manager.aggregate(last=Max(field))["last"] or 0)


def people(cast: Cast, count: int) -> list[Person]:
    start = serial(Person)
    return Person.objects.bulk_create(
        Person(
            number=f"B-{start + n}",
            given_names="Bea",
            family_name=f"Bulk{start + n:05d}",
            home_club=cast.club,
            registered_at=JANUARY,
        )
        for n in range(count)
    )


def clubs(cast: Cast, count: int) -> list[Club]:
    start = serial(Club, "number")
    return copies(
        cast.club,
        count,
        number=lambda n: start + n,
        name=lambda n: f"Club {start + n}",
        slug=lambda n: f"club-{start + n}",
    )


def events(cast: Cast, count: int, at: dt.datetime = MARCH) -> list[Event]:
    """Sanctioned events, each with a sanction of its own."""
    model = _event(cast)
    assert model.sanction is not None
    start = serial(Sanction, "number")
    sanctions = copies(model.sanction, count, number=lambda n: start + n)
    return copies(
        model,
        count,
        slug=lambda n: f"bulk-{start + n}",
        name=lambda n: f"Bulk {start + n}",
        sanction_id=lambda n: sanctions[n - 1].pk,
        starts_at=at,
        ends_at=at + dt.timedelta(hours=6),
    )


def certified_games(cast: Cast, count: int) -> list[Certification]:
    """Games of one event, each certified with a paid place."""
    first = Certification.objects.first() or certified(cast, _event(cast), cast.players[:4])
    start = serial(Game, "number")
    games = copies(first.game, count, number=lambda n: start + n)
    reports = copies(
        first.report,
        count,
        game_id=lambda n: games[n - 1].pk,
        idempotency_key=lambda n: f"bulk {start + n}",
    )
    certifications = copies(
        first, count, game_id=lambda n: games[n - 1].pk, report_id=lambda n: reports[n - 1].pk
    )
    paid = Standing.objects.filter(certification=first, award__isnull=False)[0]
    standings = copies(paid, count, certification_id=lambda n: certifications[n - 1].pk)
    copies(paid.award, count, standing_id=lambda n: standings[n - 1].pk)
    return certifications


def _event(cast: Cast) -> Event:
    return Event.objects.filter(sanction__state="granted").first() or sanctioned_event(cast)


def messages(cast: Cast, count: int) -> None:
    start = serial(Message)
    Message.objects.bulk_create(
        Message(
            to=cast.director,
            kind="event-given",
            thing_type="event",
            thing_id=str(start + n),
            thread=f"event {start + n}",
            subject=f"Message {n}",
            at=MARCH,
            state=Message.State.WAITING,
        )
        for n in range(count)
    )


def jobs(cast: Cast, count: int) -> None:
    start = serial(Job)
    Job.objects.bulk_create(
        Job(kind=MAIL_JOB, key=f"bulk {start + n}", created_by=cast.director.account) for n in range(count)
    )


def terms(cast: Cast, count: int) -> None:
    """Acting Executors, each a person of his own."""
    Appointment.objects.bulk_create(
        Appointment(
            person=person, office=Office.ACTING_EXECUTOR, first_day=FIRST_DAY, appointed_by=cast.managing
        )
        for person in people(cast, count)
    )


def waiting_clubs(cast: Cast, count: int) -> None:
    start = serial(Club, "number")
    copies(
        cast.club,
        count,
        number=lambda n: start + n,
        name=lambda n: f"New club {start + n}",
        slug=lambda n: f"new-club-{start + n}",
        state=Club.State.APPLIED,
        approved_at=None,
        registered_by_id=cast.outsider.pk,
        turn_until=FIRST_DAY,
    )


def invoices(cast: Cast, count: int) -> None:
    start = serial(Invoice, "number")
    created = Invoice.objects.bulk_create(
        Invoice(
            number=start + n,
            club=cast.club,
            text=f"Sanction {n}",
            amount=Decimal("10.00"),
            currency="GBP",
            issued_on=FIRST_DAY,
            due_on=FIRST_DAY,
            issued_by=cast.managing,
        )
        for n in range(1, count + 1)
    )
    FeeEntry.objects.bulk_create(
        FeeEntry(
            club=cast.club,
            position=invoice.number,
            kind=FeeEntry.Kind.CHARGE,
            amount=invoice.amount,
            balance=invoice.amount * invoice.number,
            day=FIRST_DAY,
            entered_at=JANUARY,
            invoice=invoice,
            text=invoice.text,
        )
        for invoice in created
    )


def receipts(cast: Cast, count: int) -> None:
    upload = BankUpload.objects.first() or BankUpload.objects.create(
        name="bulk.csv", sha256="0" * 64, uploaded_by=cast.registrar, uploaded_at=JANUARY
    )
    start = serial(BankLine)
    BankLine.objects.bulk_create(
        BankLine(
            upload=upload,
            key=f"bulk {start + n}",
            day=FIRST_DAY,
            amount=Decimal("5.00"),
            payer=f"Payer {n}",
            reference="",
            why_unmatched="names no invoice",
        )
        for n in range(count)
    )


def ledger_entries(cast: Cast, count: int) -> None:
    start = serial(LedgerEntry, "number")
    LedgerEntry.objects.bulk_create(
        LedgerEntry(
            number=start + n,
            book=LedgerEntry.Book.AWARDED,
            person=cast.players[n % 10],
            points=Decimal("1.0"),
            blue=Decimal("0.0"),
            ordered_by=cast.executor,
            reason="A bulk of entries.",
            at=MARCH,
            day=FIRST_DAY,
            previous_hash="0" * 64,
            hash=f"{start + n:064d}",
        )
        for n in range(1, count + 1)
    )


def degrees(cast: Cast, count: int) -> None:
    DegreeHeld.objects.bulk_create(
        DegreeHeld(person=person, degree="Novice", rank=0, since=FIRST_DAY) for person in people(cast, count)
    )


def degree_certificates(cast: Cast, count: int) -> None:
    start = serial(Certificate, "number")
    Certificate.objects.bulk_create(
        Certificate(
            kind=Certificate.Kind.DEGREE,
            number=start + n,
            code=f"BULK-{start + n}",
            person=cast.players[n % 10],
            degree="Novice",
            points=Decimal("0.0"),
            blue=Decimal("0.0"),
            facts={},
            issued_at=MARCH,
        )
        for n in range(1, count + 1)
    )


def series(cast: Cast, count: int) -> None:
    start = serial(Series)
    Series.objects.bulk_create(
        Series(
            club=cast.club,
            name=f"Series {start + n}",
            slug=f"series-{start + n}",
            basis=Series.Basis.POINTS,
            playoff=8,
            consolation=0,
            ties=Series.Ties.DRAW,
            announced_by=cast.director,
            announced_at=MARCH,
        )
        for n in range(count)
    )


def acts(cast: Cast, count: int) -> None:
    AuditEntry.objects.bulk_create(
        AuditEntry(
            at=MARCH,
            by=cast.director,
            action="change event",
            thing_type="tournaments.Event",
            thing_id=str(n),
            thing_label=f"Event {n}",
            after={"place": "Ludlow"},
        )
        for n in range(count)
    )


def entries(cast: Cast, count: int) -> None:
    event = Event.objects.filter(slug="entered").first() or sanctioned_event(cast, name="Entered")
    Entry.objects.bulk_create(
        Entry(event=event, person=person, entered_by=person, entered_at=MARCH)
        for person in people(cast, count)
    )
