"""The way up to the Provincial Games: an area's evening, then its zone's play-offs; two go on from each.

Invariants: everything goes through the services; what was counted is a random event of the engine, in which
the two that go on came first; the Provincial Games take theirs over from the zone.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from rules_engine.military_whist.random.event import random_event
from sanctioning.kit.clock import noon
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from scoring.demo.authority.applications import sanctioned_event
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.authority.law import adopt_book
from scoring.demo.facts import read_facts
from scoring.demo.whist import slip_stacks as stacks
from scoring.demo.whist.slip_stacks import Typed, hand_in
from scoring.demo.whoopie.game_families import free_executor
from scoring.results.services.advancing import take_over
from tournaments.entries.services.check_in import check_in_all
from tournaments.entries.services.entries import set_entry_conditions
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.teams.models.team import TeamMember
from tournaments.teams.services.teams import enter_team

CLUB: Final = 2
LETTERS: Final = "ABXY"
UNSIGNED: Final = ("leader", "clock", "loan", "prizes")
AREA: Final = "Area 1"
ZONE: Final = "Zone 1"
ASKED: Final = {"director": "Ruth Alder", "contact": "01937 555 0141"}
HOUR, MINUTE, DAY = dt.timedelta(hours=1), dt.timedelta(minutes=1), dt.timedelta(days=1)
NAMES: Final = read_facts("whist")["provincial"]
PEOPLE: Final[tuple[tuple[str, str], ...]] = tuple(product(NAMES["given_names"], NAMES["family_names"]))
OF_ZONE_1: Final = {"Airdrie": range(4), "Innisfail": range(32, 36)}
"""Where the players of the two teams that come from the zone stand among the people."""
OTHERS: Final = {"Beiseker": range(64, 68), "Carstairs": range(68, 72)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """An event of a level; `seed` is that of the engine's event in which two of three teams are ahead."""

    name: str
    place: str
    level: str
    day: dt.date
    seed: int

    @property
    def opens(self) -> dt.datetime:
        return noon(self.day, 9)

    @property
    def plan(self) -> dict[str, Any]:
        return {"level": self.level, "days": [[15, 15]], "moves": "circle", "pattern": "sample"}


OF_THE_AREA: Final = Rung(
    name="Area 1 Evening of Military Whist 2026",
    place="Harbour Street, Whitstable",
    level="area",
    day=dt.date(2026, 10, 3),
    seed=52,
)
OF_THE_ZONE: Final = Rung(
    name="Zone 1 Play-offs of Military Whist 2026",
    place="The Drill Hall, Whitstable",
    level="zone",
    day=dt.date(2026, 10, 17),
    seed=6,
)


def play_in_the_area(authority: DemoAuthority) -> None:
    """The rules are adopted, three teams play, and two of them go on."""
    opens = OF_THE_AREA.opens
    adopt_book(
        authority,
        slug="alberta-55-plus",
        format_slug="military-whist",
        title="Alberta 55 plus Military Whist Rules",
        sections=["Courtesies", *map(str, range(1, 12)), "TIE BREAKERS", "SAMPLE"],
        at=opens - 30 * DAY,
    )
    event = announced(authority, OF_THE_AREA.name, OF_THE_AREA.place, opens, 5 * HOUR, "area")
    for name, numbers in (*OF_ZONE_1.items(), ("Beiseker", OTHERS["Beiseker"])):
        _enter(authority, event, name, registered(authority, numbers, opens - 23 * DAY), {}, opens - 10 * DAY)
    _play(authority, event, OF_THE_AREA)


def play_in_the_zone(authority: DemoAuthority) -> None:
    """Two teams of the area and one of another; two of the three go on."""
    opens = OF_THE_ZONE.opens
    event = announced(authority, OF_THE_ZONE.name, OF_THE_ZONE.place, opens, 5 * HOUR, "zone")
    area = Event.objects.get(name=OF_THE_AREA.name)
    take_over(by=authority.directors[CLUB], event=event, source=area, origin=AREA, at=opens - 9 * DAY)
    people = registered(authority, OTHERS["Carstairs"], opens - 12 * DAY)
    _enter(authority, event, "Carstairs", people, {"origin": "Area 2", "place": 1}, opens - 8 * DAY)
    _play(authority, event, OF_THE_ZONE)


def announced(
    authority: DemoAuthority, name: str, place: str, opens: dt.datetime, lasts: dt.timedelta, level: str
) -> Event:
    """An event of a level, sanctioned, for players who are of age for it."""
    event = sanctioned_event(
        authority,
        CLUB,
        name=name,
        place=place,
        starts_at=opens,
        ends_at=opens + lasts,
        format_slug="military-whist",
        at=opens - 29 * DAY,
        paid=opens - 25 * DAY,
    )
    of_age = [{"kind": "fifty-five", "level": level, **(ASKED if level == "zone" else {})}]
    return set_entry_conditions(
        by=authority.directors[CLUB], event=event, conditions=of_age, at=opens - 24 * DAY
    )


def registered(authority: DemoAuthority, numbers: Iterable[int], at: dt.datetime) -> list[Person]:
    """These of the people, written down with their dates of birth."""
    return [
        register_person(
            by=authority.registrar,
            given_names=PEOPLE[number][0],
            family_name=PEOPLE[number][1],
            home_club=authority.clubs[number % len(authority.clubs)],
            birth_date=dt.date(1938 + number // 2 % 32, 1 + number % 12, 1 + number % 28),
            at=at,
        )
        for number in numbers
    ]


def seated(authority: DemoAuthority, event: Event, plan: dict[str, Any], opens: dt.datetime) -> Game:
    """Everybody is there, and sits by zones and places; in an area as the teams entered."""
    director = authority.directors[CLUB]
    entries = list(event.entries.all())
    check_in_all(by=director, event=event, entries=entries, requirements_met=True, at=opens - 20 * MINUTE)
    leads = TeamMember.objects.filter(team__event=event, letter=LETTERS[0]).order_by("team__number")
    by_hand = plan["level"] == "area"
    next_round = plan_round(
        by=director,
        event=event,
        planned=plan,
        mode="hand" if by_hand else "order",
        tables=[[lead.entry.person.number] for lead in leads] if by_hand else (),
        at=opens - 10 * MINUTE,
    )
    [game] = confirm_round(by=director, round=next_round, at=opens - 10 * MINUTE)
    executor = free_executor(authority, game)
    return appoint_acting_executor(by=authority.managing, game=game, appointment=executor, at=opens)


def counted(played: Typed, day: int, when: str) -> dict[str, Typed]:
    flags = played["days"][day - 1][when]
    return {f"d{day}-{when}-{table}": {"flags": held} for table, held in enumerate(flags, start=1)}


def certify(authority: DemoAuthority, game: Game, closed: dt.datetime) -> None:
    stacks.certify(game, authority.directors[CLUB], authority.officers[CLUB], closed, HOUR)


def _enter(
    authority: DemoAuthority, event: Event, name: str, people: Sequence[Person], facts: Typed, at: dt.datetime
) -> None:
    players = dict(zip(LETTERS, people, strict=True))
    enter_team(by=authority.directors[CLUB], event=event, name=name, players=players, facts=facts, at=at)


def _play(authority: DemoAuthority, event: Event, rung: Rung) -> None:
    director, opens = authority.directors[CLUB], rung.opens
    game = seated(authority, event, rung.plan, opens)
    played = random_event(event.teams.count(), rung.seed, level=rung.level, mishaps=0.0)
    slips = {"leader": {"name": director.name}, **counted(played, 1, "before")}
    hand_in(game, director, authority.officers[CLUB], slips, opens, unsigned=UNSIGNED)
    hand_in(game, director, authority.officers[CLUB], counted(played, 1, "after"), opens + 4 * HOUR)
    certify(authority, game, opens + 5 * HOUR)
