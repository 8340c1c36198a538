"""An event of a test's own in a running site, so that what the test does there disturbs no other.

`own_event(site)` makes it by a command of that site: three tables of three players, two stanzas planned.
"""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass

from tests.support.site import Site

TABLES, PLAYERS, STANZAS = 3, 3, 2
PLACE = "Reading Room"


@dataclass(frozen=True)
class OwnEvent:
    """Its address, and the member numbers at each table, seat by seat."""

    slug: str
    tables: tuple[tuple[str, ...], ...]


def own_event(site: Site, name: str) -> OwnEvent:
    printed = site.do(f"from tests.support.own_event import make; make({name!r})")
    numbers = json.loads(printed.strip().splitlines()[-1])
    return OwnEvent(numbers["slug"], tuple(map(tuple, numbers["tables"])))


def make(name: str) -> None:
    """Within the site: make it, and print what it is."""
    from sanctioning.accounts.models.account import Account
    from sanctioning.law.models.levels import EventType, Level
    from sanctioning.offices.models.office import Appointment
    from sanctioning.people.models.person import Person
    from scoring.demo.authority.applications import pay
    from tournaments.events.models.event import Event
    from tournaments.events.services.events import apply_for_sanction, register_event
    from tournaments.executors.services.appointing import appoint_acting_executor
    from tournaments.games.services.games import open_game, seat_players

    def person(email: str) -> Person:
        return Account.objects.get(email=email).person

    from sanctioning.fees.models import Invoice
    from sanctioning.kit.clock import moment
    from sanctioning.sanctions.services.applications import approve_sanction

    director, managing = person("director@demo.example"), person("managing@demo.example")
    club = Appointment.objects.get(person=director, office="director").club
    assert club is not None
    begins = moment(None) + dt.timedelta(days=40 + Event.objects.filter(place=PLACE).count())
    event = register_event(
        by=director,
        club=club,
        name=name,
        place=PLACE,
        starts_at=begins,
        ends_at=begins + dt.timedelta(hours=5),
        time_zone="Europe/London",
    )
    sanction = apply_for_sanction(
        by=director,
        event=event,
        level=Level.objects.get(slug="open"),
        event_type=EventType.objects.get(slug="club-game"),
    )
    approve_sanction(by=managing, sanction=sanction)
    invoice = Invoice.objects.filter(sanction=sanction).first()
    if invoice is not None:
        pay(person("registrar@demo.example"), club, invoice, invoice.amount, moment(None))
    executor = Appointment.objects.get(person=person("executor@demo.example"), office="acting-executor")
    people = list(
        Person.objects.filter(home_club=club, merged_into=None).exclude(pk=director.pk).order_by("pk")
    )
    tables = []
    for table in range(TABLES):
        seated = people[table * PLAYERS : (table + 1) * PLAYERS]
        game = open_game(by=director, event=event, planned={"stanzas": STANZAS})
        seat_players(by=director, game=game, people=seated)
        appoint_acting_executor(by=managing, game=game, appointment=executor)
        tables.append([person.number for person in seated])
    print(json.dumps({"slug": event.slug, "tables": tables}))
