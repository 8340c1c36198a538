"""The same cast for every test of the authority, its events and its ledger.

Built through the services, at moments of its own (`MARCH`), so that no test depends on today. Names are
roles: `cast.director`, `cast.executor`, `cast.registrar`, `cast.players[0]`, `cast.outsider`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from sanctioning.accounts.models.account import Account
from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import approve_club, register_club
from sanctioning.kit.clock import noon
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import Articles, RuleSet
from sanctioning.law.services.levels import add_level, add_type
from sanctioning.law.services.versions import adopt_law, draft_law
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import found_authority, register_person
from sanctioning.sanctions.services.applications import grant_sanction
from sanctioning.terms.services import appoint
from scoring.demo.sample_records import as_file, players_of, sample, with_names
from scoring.results.models import Certification
from scoring.results.services.certification import certify_result, confirm_result
from tests.support.kept import Kept
from tests.support.kept_steps import begin_course, kept_step
from tournaments.events.models.event import Event
from tournaments.events.services.events import apply_for_sanction, register_event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.games.services.games import open_game, seat_players
from tournaments.reports.models.report import Report
from tournaments.reports.services.reports import take_report

JANUARY = noon(dt.date(2025, 1, 6))
MARCH = noon(dt.date(2025, 3, 8))
FIRST_DAY = dt.date(2025, 1, 6)
LEVELS: dict[str, dict[str, bool]] = {
    "restricted": {"restricted": True},
    "open": {},
    "special-event": {"special_event": True},
    "series-playoff-consolation": {"playoff": True},
}
FAMILY_NAMES = ("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ivy", "Juniper")


@dataclass(frozen=True)
class Cast:
    managing: Person
    registrar: Person
    executor: Person
    executor_appointment: Appointment
    director: Person
    outsider: Person
    players: Sequence[Person]
    club: Club
    rule_set: RuleSet
    articles: Articles
    levels: dict[str, Level]
    types: dict[str, EventType]


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def account(email: str) -> Account:
    return Account.objects.create_user(email, "a long password")


def _build_cast() -> Cast:
    managing = found_authority(
        given_names="Morgan", family_name="Vale", account=account("managing@example.org"), at=JANUARY
    )
    levels = {
        slug: add_level(by=managing, slug=slug, name=slug.replace("-", " "), at=JANUARY, **properties)
        for slug, properties in LEVELS.items()
    }
    types = {
        slug: add_type(by=managing, slug=slug, name=slug.replace("-", " "), at=JANUARY)
        for slug in ("club-game", "tournament")
    }
    rule_set, articles = _law(managing)
    club = register_club(by=managing, name="Arden Whoopie Club", place="Arden", at=JANUARY)
    approve_club(by=managing, club=club, at=JANUARY)
    director = _person(managing, "Dora", "Finch", club, "director@example.org")
    executor = _person(managing, "Edgar", "Hale", None, "executor@example.org")
    registrar = _person(managing, "Rita", "Quill", None, "registrar@example.org")
    appoint(by=managing, person=director, office=Office.DIRECTOR, club=club, first_day=FIRST_DAY, at=JANUARY)
    appoint(by=managing, person=registrar, office=Office.REGISTRAR, first_day=FIRST_DAY, at=JANUARY)
    return Cast(
        managing=managing,
        registrar=registrar,
        executor=executor,
        executor_appointment=appoint(
            by=managing, person=executor, office=Office.ACTING_EXECUTOR, first_day=FIRST_DAY, at=JANUARY
        ),
        director=director,
        outsider=_person(managing, "Otto", "Stray", None, "outsider@example.org"),
        players=[
            _person(managing, given, family, club, f"{family.lower()}@example.org")
            for given, family in zip("ABCDEFGHIJ", FAMILY_NAMES, strict=True)
        ],
        club=club,
        rule_set=rule_set,
        articles=articles,
        levels=levels,
        types=types,
    )


_kept_cast = Kept(_build_cast)


def make_cast() -> Cast:
    kept_cast = _kept_cast()
    begin_course()
    return kept_cast


def registered_event(
    cast: Cast,
    name: str,
    *,
    place: str = "Arden Hall",
    starts_at: dt.datetime = MARCH,
    ends_at: dt.datetime = MARCH,
    at: dt.datetime | None = MARCH,
    **more: Any,
) -> Event:
    """An event of the cast's club, for which nothing is applied yet."""
    return register_event(
        by=cast.director,
        club=cast.club,
        name=name,
        place=place,
        starts_at=starts_at,
        ends_at=ends_at,
        time_zone="Europe/London",
        at=at,
        **more,
    )


@kept_step
def sanctioned_event(
    cast: Cast,
    *,
    name: str = "Spring Whoopie",
    level: str = "open",
    event_type: str = "club-game",
    format_slug: str = "whoopie",
    at: dt.datetime = MARCH,
    days: int = 1,
) -> Event:
    event = registered_event(
        cast,
        name,
        starts_at=at + dt.timedelta(hours=2),
        ends_at=at + dt.timedelta(days=days - 1, hours=8),
        format_slug=format_slug,
        at=at - dt.timedelta(days=30),
    )
    sanction = apply_for_sanction(
        by=cast.director,
        event=event,
        level=cast.levels[level],
        event_type=cast.types[event_type],
        at=at - dt.timedelta(days=30),
    )
    grant_sanction(by=cast.managing, sanction=sanction, at=at - dt.timedelta(days=20))
    return Event.objects.get(pk=event.pk)


@kept_step
def open_table(
    cast: Cast, event: Event, players: Sequence[Person], *, stanzas: int = 14, at: dt.datetime = MARCH
) -> Game:
    """A game with its players seated and the executor appointed."""
    game = open_game(by=cast.director, event=event, planned={"stanzas": stanzas}, at=at)
    seat_players(by=cast.director, game=game, people=players, at=at)
    return appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=at)


def record_of(players: Sequence[Person], name: str = "sample-4-players") -> dict[str, Any]:
    """A true record of these players."""
    record = sample(name)
    numbers = (player.number for player in players)
    return with_names(record, dict(zip(players_of(record), numbers, strict=True)))


@kept_step
def reported(
    cast: Cast, game: Game, record: dict[str, Any], *, key: str = "first", at: dt.datetime = MARCH
) -> Report:
    """Reported by whoever sits first in the record."""
    reporters = {player.number: player for player in cast.players}
    return take_report(
        by=reporters.get(record["seats"][0], cast.players[0]),
        game=game,
        data=as_file(record),
        idempotency_key=f"{game.pk}/{key}",
        reason="" if key == "first" else "It was written down wrong.",
        at=at,
    )


@kept_step
def certified(
    cast: Cast,
    event: Event,
    players: Sequence[Person],
    *,
    name: str = "sample-4-players",
    at: dt.datetime = MARCH,
) -> Certification:
    """A game played from a sample and brought through every step to its certification."""
    game = open_table(cast, event, players, at=at)
    reported(cast, game, record_of(players, name), at=at)
    confirm_result(by=cast.director, game=game, at=at)
    return certify_result(by=cast.executor, game=game, at=at)


def _person(by: Person, given: str, family: str, club: Club | None, email: str) -> Person:
    return register_person(
        by=by,
        given_names=given,
        family_name=family,
        home_club=club,
        account=account(email),
        email=email,
        at=JANUARY,
    )


def _law(managing: Person) -> tuple[RuleSet, Articles]:
    rule_set = draft_law(
        by=managing,
        law=RuleSet,
        slug="whoopie-1966",
        format_slug="whoopie",
        title="Official Rules of Whoopie, 18 April 1966",
        first_day=dt.date(1966, 4, 18),
        body={"sections": ["I", "II", "III", "IV"]},
        at=JANUARY,
    )
    articles = draft_law(
        by=managing,
        law=Articles,
        title="Articles of Administration, first version",
        first_day=FIRST_DAY,
        body=EXAMPLE_ARTICLES,
        at=JANUARY,
    )
    return (
        adopt_law(by=managing, version=rule_set, at=JANUARY),
        adopt_law(by=managing, version=articles, at=JANUARY),
    )
