"""Who may withdraw a team and its invitations."""

from __future__ import annotations

import datetime as dt

from sanctioning.identity.same_person import rows_of, same_person
from sanctioning.people.models.person import Person
from tournaments.events.permissions import may_run_event
from tournaments.teams.models.invitation import TeamInvitation
from tournaments.teams.models.team import Team


def plays_for(person: Person | None, team: Team) -> bool:
    """Whether the person is in the team now."""
    members = team.members.filter(until__isnull=True)
    return person is not None and members.filter(entry__person__in=rows_of(person)).exists()


def may_withdraw_team(person: Person | None, day: dt.date, team: Team) -> bool:
    """Each of the team takes it back as a whole, as whoever runs the club may."""
    return may_run_event(person, day, team.event) or plays_for(person, team)


def may_withdraw_invitation(person: Person | None, day: dt.date, invitation: TeamInvitation) -> bool:
    """Who wrote it, and whoever runs the club."""
    return same_person(person, invitation.by) or may_run_event(person, day, invitation.event)
