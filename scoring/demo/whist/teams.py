"""Events of teams in the demo season, up to the round in which everybody sits."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from sanctioning.people.models.person import Person
from scoring.demo.authority.applications import event_terms, sanctioned_event
from scoring.demo.authority.founding import DemoAuthority
from tournaments.entries.services.check_in import check_in_all
from tournaments.events.models.event import Event
from tournaments.teams.services.teams import enter_team

HOUR = dt.timedelta(hours=1)


def team_event(
    authority: DemoAuthority,
    club: int,
    starts_at: dt.datetime,
    hours: int,
    paid_after: int,
    at: dt.datetime,
    terms: Mapping[str, Any] | None = None,
    **named: Any,
) -> Event:
    """A sanctioned event that lasts so many hours, its fee paid so many hours after it was applied for."""
    return sanctioned_event(
        authority,
        club,
        starts_at=starts_at,
        ends_at=starts_at + hours * HOUR,
        terms=event_terms(terms),
        at=at,
        paid=at + paid_after * HOUR,
        **named,
    )


def enter_teams(
    by: Person,
    event: Event,
    names: Sequence[str],
    people: Sequence[Person],
    at: dt.datetime,
    letters: str = "AB",
) -> None:
    size = len(letters)
    for number, name in enumerate(names):
        players = dict(zip(letters, people[size * number : size * (number + 1)], strict=True))
        enter_team(by=by, event=event, name=name, players=players, at=at)


def let_all_in(by: Person, event: Event, at: dt.datetime) -> None:
    entries = list(event.entries.all())
    check_in_all(by=by, event=event, entries=entries, requirements_met=True, at=at)


def leads_of(event: Event) -> dict[int, Person]:
    """The first player of each team, by its number."""
    return {team.number: team.members.get(letter="A").entry.person for team in event.teams.order_by("number")}
