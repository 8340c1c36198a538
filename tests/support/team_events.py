"""Events of teams for tests: sanctioned, entered, checked in and seated through the services."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.test import Client

from sanctioning.law.models.versions import RuleSet
from sanctioning.law.services.versions import adopt_law, draft_law
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from scoring.results.models import Certification
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import JANUARY, MARCH, Cast, sanctioned_event
from tests.support.kept_steps import kept_step
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.services.slips import close_event
from tournaments.teams.models.team import Team, TeamMember
from tournaments.teams.services.teams import check_in_team, enter_team

EARLY = MARCH - dt.timedelta(days=10)


def rules_of(cast: Cast, format_slug: str, slug: str) -> RuleSet:
    """The rules of a game, in force since long ago."""
    drafted = draft_law(
        by=cast.managing,
        law=RuleSet,
        slug=slug,
        format_slug=format_slug,
        title=f"Rules of {format_slug}",
        first_day=dt.date(2000, 1, 1),
        body={"sections": ["I"]},
        at=JANUARY,
    )
    return adopt_law(by=cast.managing, version=drafted, at=JANUARY)


@kept_step
def team_event(cast: Cast, format_slug: str, ruleset: str, at: dt.datetime = MARCH, days: int = 1) -> Event:
    rules_of(cast, format_slug, ruleset)
    return sanctioned_event(cast, name=f"Evening of {format_slug}", format_slug=format_slug, at=at, days=days)


@kept_step
def enter_teams(cast: Cast, event: Event, count: int) -> list[Team]:
    """So many teams, all there; the players of the cast first, then new ones."""
    letters = format_named(event.format).unit.letters
    people = [*cast.players, *newcomers(cast, count * len(letters) - len(cast.players))]
    teams = []
    for at in range(count):
        four = people[at * len(letters) : (at + 1) * len(letters)]
        players = dict(zip(letters, four, strict=True))
        team = enter_team(by=cast.director, event=event, name=f"Team {at + 1}", players=players, at=EARLY)
        teams.append(check_in_team(by=cast.director, team=team, at=MARCH))
    return teams


def teams_at_once(cast: Cast, format_slug: str, ruleset: str, count: int, at: dt.datetime = MARCH) -> Event:
    """An event with so many teams, all there, written at once."""
    slug = f"{format_slug[:3]}-{count}"
    if not RuleSet.objects.filter(slug=ruleset).exists():
        rules_of(cast, format_slug, ruleset)
    event = sanctioned_event(cast, name=slug, format_slug=format_slug, at=at)
    letters = format_named(format_slug).unit.letters
    numbers = [(at, letter) for at in range(1, count + 1) for letter in letters]
    people = Person.objects.bulk_create(
        Person(number=f"{slug}-{at}{letter}", given_names=letter, family_name=f"Of {at}", registered_at=EARLY)
        for at, letter in numbers
    )
    entries = Entry.objects.bulk_create(
        Entry(
            event=event,
            person=person,
            state="entered",
            checked_in_at=MARCH,
            entered_by=cast.director,
            entered_at=EARLY,
        )
        for person in people
    )
    teams = Team.objects.bulk_create(
        Team(event=event, number=at, name=f"Team {at}", entered_by=cast.director, entered_at=EARLY)
        for at in range(1, count + 1)
    )
    TeamMember.objects.bulk_create(
        TeamMember(team=teams[at - 1], entry=entry, letter=letter, since=EARLY)
        for entry, (at, letter) in zip(entries, numbers, strict=True)
    )
    return event


@kept_step
def seat_in_order(
    cast: Cast, event: Event, teams: Sequence[Team], planned: dict[str, Any], at: dt.datetime = MARCH
) -> Game:
    """Table after table filled with the teams as they come; its Acting Executor appointed."""
    played = format_named(event.format)
    leads = [
        team.members.get(letter=played.unit.letters[0], until=None).entry.person.number for team in teams
    ]
    size = played.tables.preferred // played.unit.size
    tables = [leads[at : at + size] for at in range(0, len(leads), size)]
    new_round = plan_round(by=cast.director, event=event, planned=planned, mode="hand", tables=tables, at=at)
    [game] = confirm_round(by=cast.director, round=new_round, at=at)
    return appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=at)


def newcomers(cast: Cast, count: int) -> list[Person]:
    return [
        register_person(by=cast.registrar, given_names="New", family_name=f"Comer {number}", at=JANUARY)
        for number in range(count)
    ]


def signed_in(person: Person) -> Client:
    client = Client()
    assert person.account is not None
    client.force_login(person.account)
    return client


def close_and_certify(cast: Cast, game: Game) -> Certification:
    """An event of slips brought from its last slip to its certification."""
    close_event(by=cast.director, game=game, at=MARCH)
    confirm_result(by=cast.players[0], game=game, at=MARCH)
    return certify_result(by=cast.executor, game=game, at=MARCH)
