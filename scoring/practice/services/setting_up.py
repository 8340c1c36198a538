"""What a new practice database holds: people, a club, a sanctioned event of today and its tables.

Invariants: everything goes through the services; the Articles are those that the authority has in force, so
that a certified practice game shows what a real one would have brought; nobody of the registry is here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from sanctioning.accounts.models.account import Account
from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import approve_club, register_club
from sanctioning.kit.clock import authority_zone_name, day_of
from sanctioning.law.examples import EXAMPLE_RULES, RulesExample
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import Articles, RuleSet
from sanctioning.law.services.levels import add_level, add_type
from sanctioning.law.services.versions import adopt_law, draft_law
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import found_authority, register_person
from sanctioning.sanctions.services.applications import grant_sanction
from sanctioning.terms.services import appoint
from scoring.practice.roles import DIRECTOR, EXECUTOR, PLAYER, Role
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.services.events import apply_for_sanction, register_event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.formats.registry import HOME_FORMAT
from tournaments.games.models import Game
from tournaments.games.services.games import open_game, seat_players
from tournaments.rounds.services.draws import draw_cards

SLUG: Final = "practice-evening"
NAME: Final = "Practice evening"
LONG_AGO: Final = dt.timedelta(days=60)
MONTH: Final = dt.timedelta(days=30)
ROBOTS: Final = ("Ada", "Blaise", "Grace", "Hedy", "Joan", "Kurt", "Maria")
TABLES: Final = (4, 4)
STANZAS: Final = 5
USUAL: Final = ("open", "club-game")
RULES: Final = next(rules for rules in EXAMPLE_RULES if rules["format_slug"] == HOME_FORMAT)


@dataclass(frozen=True, slots=True)
class Law:
    """What the authority has in force, read before its database is left."""

    rules: Mapping[str, Any]
    articles: Mapping[str, Any]


@transaction.atomic
def set_up_practice(*, law: Law, at: dt.datetime) -> Event:
    """Found the authority and open the event, its cards drawn, ready for the first stanza.

    Raises:
        Refusal: `appointed-already`, `appointment-impossible`, `authority-founded`, `category-unusable`,
            `club-name-taken`, `club-state`, `dealt-already`, `draw-settled`, `event-not-sanctioned`,
            `fee-unpaid`, `format-missing`, `individual-without-a-fee`, `name-missing`, `not-born`,
            `one-game-only`, `possible-double`, `slug-unusable`, `title-missing`, `too-few-players` and what
            `adopt_law`, `apply_for_sanction`, `enter_event`, `register_event` and `seat_players` raise.
    """
    founded = at - LONG_AGO
    managing = found_authority(given_names="Max", family_name="(practice authority)", at=founded)
    level, event_type = _levels(managing, law, founded)
    _adopt(managing, law, founded)
    club = register_club(by=managing, name="Practice club", place="Nowhere", at=founded)
    approve_club(by=managing, club=club, at=founded)
    first_day = day_of(founded)
    director = _person(managing, DIRECTOR, club, founded)
    appoint(by=managing, person=director, office=Office.DIRECTOR, club=club, first_day=first_day, at=founded)
    executor = _person(managing, EXECUTOR, None, founded)
    term = appoint(
        by=managing, person=executor, office=Office.ACTING_EXECUTOR, first_day=first_day, at=founded
    )
    players = [_person(managing, PLAYER, club, founded)]
    players += [
        register_person(by=managing, given_names="Robot", family_name=name, home_club=club, at=founded)
        for name in ROBOTS
    ]
    event = _event(managing, director, club, level, event_type, at)
    for player in players:
        enter_event(by=director, event=event, person=player, at=at - MONTH / 2)
    _open_tables(managing, director, term, event, players, at)
    return event


def _levels(managing: Person, law: Law, at: dt.datetime) -> tuple[Level, EventType]:
    """Those of which the Articles speak; the event is an open club game where they know one."""
    scales = law.articles["scales"]
    levels = {slug: add_level(by=managing, slug=slug, name=_words(slug), at=at) for slug in scales}
    slugs = {slug: None for types in scales.values() for slug in types}
    types = {slug: add_type(by=managing, slug=slug, name=_words(slug), at=at) for slug in slugs}
    level, event_type = USUAL
    if event_type not in scales.get(level, {}):
        level, event_type = next((slug, other) for slug, of_level in scales.items() for other in of_level)
    return levels[level], types[event_type]


def _words(slug: str) -> str:
    return slug.replace("-", " ")


def _adopt(managing: Person, law: Law, at: dt.datetime) -> None:
    rules: RulesExample = {**RULES, "body": law.rules}
    adopt_law(by=managing, version=draft_law(by=managing, law=RuleSet, at=at, **rules), at=at)
    articles = draft_law(
        by=managing,
        law=Articles,
        title="The Articles in force",
        first_day=day_of(at),
        body=law.articles,
        at=at,
    )
    adopt_law(by=managing, version=articles, at=at)


def _person(managing: Person, role: Role, club: Club | None, at: dt.datetime) -> Person:
    return register_person(
        by=managing,
        given_names=role.given_names,
        family_name=role.family_name,
        home_club=club,
        account=Account.objects.create_user(role.email),
        at=at,
    )


def _event(
    managing: Person, director: Person, club: Club, level: Level, event_type: EventType, at: dt.datetime
) -> Event:
    event = register_event(
        by=director,
        club=club,
        name=NAME,
        place="Nowhere",
        description="A practice event: nothing here counts, and robots play along.",
        starts_at=at,
        ends_at=at + dt.timedelta(hours=6),
        time_zone=authority_zone_name(),
        at=at - MONTH,
    )
    sanction = apply_for_sanction(by=director, event=event, level=level, event_type=event_type, at=at - MONTH)
    grant_sanction(by=managing, sanction=sanction, at=at - MONTH)
    event.refresh_from_db()
    return event


def _open_tables(
    managing: Person,
    director: Person,
    term: Appointment,
    event: Event,
    players: Sequence[Person],
    at: dt.datetime,
) -> None:
    seated = 0
    for size in TABLES:
        game: Game = open_game(by=director, event=event, planned={"stanzas": STANZAS}, at=at)
        game = appoint_acting_executor(by=managing, game=game, appointment=term, at=at)
        seat_players(by=director, game=game, people=players[seated : seated + size], at=at)
        draw_cards(by=director, game=game, at=at)
        seated += size
