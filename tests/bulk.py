"""Hundreds of rows at once, for tests that ask what a list costs; each copies what the services made.

Invariant: only for reading; a row made here went through no service, and nothing follows from it.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, TypeVar

from django.db.models import Max, Model

from sanctioning.models import Club, Person, Sanction
from scoring.models import Certification, Standing
from tests.cast import JANUARY, MARCH, Cast, certified, sanctioned_event
from tournaments.models import Event, Game

M = TypeVar("M", bound=Model)


def copies(one: M, count: int, **changed: Any) -> list[M]:
    """Rows like that one; a callable among the changes is told which row it is for, from 1."""
    fields = {
        field.attname: getattr(one, field.attname)
        for field in one._meta.concrete_fields
        if not field.primary_key and not field.generated
    }
    rows = [
        type(one)(
            **fields | {name: value(n) if callable(value) else value for name, value in changed.items()}
        )
        for n in range(1, count + 1)
    ]
    return type(one)._default_manager.bulk_create(rows)


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
