"""Which team somebody who is entered plays for, and which teams are seated."""

from __future__ import annotations

from django.db.models import QuerySet

from sanctioning.identity.names import public_name, shown
from sanctioning.identity.same_person import identity_id, rows_of
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.teams.models.team import Team, TeamMember


def seated_teams(event: Event) -> frozenset[int]:
    """The teams, by key, of which somebody sits in the game of the event. One query."""
    return frozenset(_sits(event).values_list("team", flat=True))


def is_seated(team: Team) -> bool:
    """Whether somebody of the team sits in the game of its event. One query."""
    return _sits(team.event).filter(team=team).exists()


def _sits(event: Event) -> QuerySet[TeamMember]:
    return TeamMember.objects.filter(team__event=event, entry__person__played__game__event=event)


def seated_players(event: Event) -> dict[int, tuple[int, str]]:
    """By entry the number and name of the seated team for which somebody plays now. Two queries where teams
    enter, else none."""
    if not format_named(event.format).unit.is_team:
        return {}
    plays = TeamMember.objects.filter(
        team__in=seated_teams(event), team__withdrawn_at__isnull=True, until__isnull=True
    )
    rows = plays.values_list("entry", "team__number", "team__name")
    return {entry: (number, name) for entry, number, name in rows}


def own_team(event: Event, person: Person) -> Team | None:
    """The team in which somebody is now. One query."""
    teams = event.teams.filter(
        withdrawn_at__isnull=True, members__until__isnull=True, members__entry__person__in=rows_of(person)
    )
    team: Team | None = teams.first()
    return team


def team_mates(team: Team, person: Person) -> tuple[str, ...]:
    """The others who play for a team now, in the order of their letters. One query."""
    members = team.members.filter(until__isnull=True).select_related(*shown("entry__person"))
    players = [member.entry.person for member in members.order_by("letter")]
    return tuple(public_name(player) for player in players if identity_id(player) != identity_id(person))
