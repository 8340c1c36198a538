"""Military Whist in the demo season: events of a level, who plays there, and what was counted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

from rules_engine.military_whist.random.event import random_event as random_event_of
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.facts import read_facts
from scoring.demo.whist.slips import Typed, hand_in
from scoring.demo.whist.teams import leads_of, let_all_in, team_event
from scoring.demo.whoopie.evening import free_executor
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.teams.services.teams import enter_team

CLUB: Final = 2
LETTERS: Final = "ABXY"
ASKED: Final = {"director": "Ruth Alder", "contact": "01937 555 0141"}
ZONES: Final = 8
MINUTE, DAY = dt.timedelta(minutes=1), dt.timedelta(days=1)
NAMES: Final = read_facts("whist")["provincial"]
PEOPLE: Final = tuple(product(NAMES["given_names"], NAMES["family_names"]))


def military_event(
    authority: DemoAuthority, name: str, place: str, starts_at: dt.datetime, hours: int, level: str
) -> Event:
    """An event of a level, sanctioned, for players who are of age for it."""
    event = team_event(
        authority,
        CLUB,
        starts_at,
        hours,
        paid_after=4 * 24,
        at=starts_at - 29 * DAY,
        name=name,
        place=place,
        format_slug="military-whist",
    )
    of_age = [{"kind": "fifty-five", "level": level, **(ASKED if level == "zone" else {})}]
    director = authority.directors[CLUB]
    return set_entry_conditions(by=director, event=event, conditions=of_age, at=starts_at - 24 * DAY)


def register_people(authority: DemoAuthority, numbers: Sequence[int], at: dt.datetime) -> list[Person]:
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


def enter_four(
    by: Person,
    event: Event,
    name: str,
    people: Sequence[Person],
    at: dt.datetime,
    facts: Mapping[str, Any] | None = None,
) -> None:
    players = dict(zip(LETTERS, people, strict=True))
    enter_team(by=by, event=event, name=name, players=players, facts=facts or {}, at=at)


def enter_zones(
    authority: DemoAuthority, event: Event, names: Sequence[str], taken_over: Sequence[str], at: dt.datetime
) -> None:
    """Two teams of each zone, but for those that were taken over."""
    for number, name in enumerate(names):
        if name not in taken_over:
            people = register_people(authority, range(4 * number, 4 * number + 4), at - 13 * DAY)
            facts = {"origin": f"Zone {number % ZONES + 1}", "place": number // ZONES + 1}
            enter_four(authority.directors[CLUB], event, name, people, at, facts)


def sit_by_places(
    authority: DemoAuthority, event: Event, planned: Mapping[str, Any], at: dt.datetime
) -> Game:
    """Everybody is there, and sits by zones and places; in an area as the teams entered."""
    director = authority.directors[CLUB]
    let_all_in(director, event, at - 20 * MINUTE)
    by_hand = planned["level"] == "area"
    next_round = plan_round(
        by=director,
        event=event,
        planned=planned,
        mode="hand" if by_hand else "order",
        tables=[[lead.number] for lead in leads_of(event).values()] if by_hand else (),
        at=at - 10 * MINUTE,
    )
    [game] = confirm_round(by=director, round=next_round, at=at - 10 * MINUTE)
    executor = free_executor(authority, game)
    return appoint_acting_executor(by=authority.managing, game=game, appointment=executor, at=at)


def random_event(teams: int, seed: int, level: str, mishaps: float) -> Mapping[str, Any]:
    return random_event_of(teams, seed, level=level, mishaps=float(mishaps))


def count_flags(
    game: Game,
    by: Person,
    second: Person,
    counted: str,
    flags: Sequence[int],
    at: dt.datetime,
    slips: Mapping[str, Typed] | None = None,
    unsigned: Sequence[str] = (),
) -> None:
    """What each table counted, handed in after the other slips of the same moment."""
    of_tables = {f"{counted}-{table}": {"flags": held} for table, held in enumerate(flags, start=1)}
    hand_in(game, by, second, {**(slips or {}), **of_tables}, at, unsigned=unsigned)


def loans(played: Typed) -> dict[str, Typed]:
    """Every loan and return of both days, numbered as they were written down."""
    slips = [
        {"kind": kind, **loan}
        for day in played["days"]
        for kind, field in (("lent", "loans"), ("returned", "returns"))
        for loan in day.get(field, ())
    ]
    return {f"loan-{number}": slip for number, slip in enumerate(slips, start=1)}


def playoff_slips(played: Typed) -> list[dict[str, Typed]]:
    """The draw for the bye, then the hands."""
    playoff = played["playoffs"][0]
    tie = f"tie-{'-'.join(map(str, playoff['teams']))}"
    drawn = _cards(playoff["draw"])
    slips: list[dict[str, Typed]] = [{f"{tie}-draw": {f"card-{who}": cards for who, cards in drawn.items()}}]
    for number, hand in enumerate(playoff["hands"], start=1):
        cuts = {f"cut-{who.lower()}": cards for who, cards in _cards(hand["cuts"]).items()}
        slip = {"trump": hand["trump_cut"], **cuts, "dealer": hand["dealer"], "tricks": hand["tricks"][0]}
        slips.append({f"{tie}-hand-{number}": slip})
    return slips


def _cards(rounds: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Who drew what, round after round, apart by blanks."""
    return {who: " ".join(drawn[who] for drawn in rounds if who in drawn) for who in rounds[0]}
