"""An event of a test's own in a running site, so that what the test does there disturbs no other.

`own_event(site, name)` makes it by a command of that site: three tables of three players, two stanzas
planned. `own_whist_event(site, name, format)` makes one whose teams sit at two tables in their first round.
"""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tests.support.site import Site

if TYPE_CHECKING:
    from sanctioning.people.models.person import Person
    from tournaments.events.models.event import Event
    from tournaments.games.models import Game

TABLES, PLAYERS, STANZAS = 3, 3, 2
PEOPLE: Final = 8
PLANS: Final[dict[str, dict[str, Any]]] = {
    "bid-whist": {"tournament": "main-event"},
    "columbus-whist": {"games": 6, "qualifiers": 2, "pot_cents": 500},
    "military-whist": {"level": "open", "days": [[3]], "moves": "circle", "pattern": "sample"},
}
"""By format, each short enough for a test."""
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


def own_whist_event(site: Site, name: str, format_slug: str) -> str:
    """Its address."""
    code = f"from tests.support.own_event import make_whist; make_whist({name!r}, {format_slug!r})"
    return site.do(code).strip().splitlines()[-1]


def make(name: str) -> None:
    """Within the site: make it, and print what it is."""
    from tournaments.games.services.games import open_game, seat_players

    event, people = _sanctioned(name, "whoopie")
    tables = []
    for table in range(TABLES):
        seated = people[table * PLAYERS : (table + 1) * PLAYERS]
        game = open_game(by=_person("director"), event=event, planned={"stanzas": STANZAS})
        seat_players(by=_person("director"), game=game, people=seated)
        _appoint(game)
        tables.append([person.number for person in seated])
    print(json.dumps({"slug": event.slug, "tables": tables}))


def make_whist(name: str, format_slug: str) -> None:
    """Within the site: make it up to its first round, and print its address."""
    from scoring.demo.whist.teams import enter_teams, let_all_in
    from tournaments.entries.models.entry import Entry
    from tournaments.entries.services.check_in import settle_entry_fees
    from tournaments.formats.registry import format_named
    from tournaments.rounds.services.rounds import confirm_round, plan_round

    event, people = _sanctioned(name, format_slug)
    director, now = _person("director"), dt.datetime.now(dt.UTC)
    letters = format_named(format_slug).unit.letters
    names = [f"Team {number}" for number in range(1, PEOPLE // len(letters) + 1)]
    enter_teams(director, event, names, people, now, "".join(letters))
    let_all_in(director, event, now)
    entries = list(event.entries.all())
    settle_entry_fees(by=director, event=event, entries=entries, to=Entry.Fee.PAID, at=now)
    next_round = plan_round(by=director, event=event, planned=PLANS[format_slug])
    [game] = confirm_round(by=director, round=next_round)
    _appoint(game)
    print(event.slug)


def _person(role: str) -> Person:
    from sanctioning.accounts.models.account import Account

    return Account.objects.get(email=f"{role}@demo.example").person


def _appoint(game: Game) -> None:
    from sanctioning.offices.models.office import Appointment
    from tournaments.executors.services.appointing import appoint_acting_executor

    executor = Appointment.objects.get(person=_person("executor"), office="acting-executor")
    appoint_acting_executor(by=_person("managing"), game=game, appointment=executor)


def _sanctioned(name: str, format_slug: str) -> tuple[Event, list[Person]]:
    """The event, and people of its club who can play there."""
    from sanctioning.fees.models import Invoice
    from sanctioning.kit.clock import moment
    from sanctioning.law.models.levels import EventType, Level
    from sanctioning.offices.models.office import Appointment
    from sanctioning.people.models.person import Person
    from sanctioning.sanctions.services.applications import approve_sanction
    from scoring.demo.authority.applications import pay
    from tournaments.events.models.event import Event
    from tournaments.events.services.events import apply_for_sanction, register_event

    director = _person("director")
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
        format_slug=format_slug,
    )
    sanction = apply_for_sanction(
        by=director,
        event=event,
        level=Level.objects.get(slug="open"),
        event_type=EventType.objects.get(slug="club-game"),
    )
    approve_sanction(by=_person("managing"), sanction=sanction)
    invoice = Invoice.objects.filter(sanction=sanction).first()
    if invoice is not None:
        pay(_person("registrar"), club, invoice, invoice.amount, moment(None))
    people = Person.objects.filter(home_club=club, merged_into=None).exclude(pk=director.pk).order_by("pk")
    return event, list(people)
