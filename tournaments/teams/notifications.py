"""Who is told of teams that players enter: asked, not entered, withdrawn. Entries tell who is in."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.urls import reverse

from sanctioning.identity.names import public_name
from sanctioning.identity.same_person import identity_id
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person
from tournaments.teams.models.invitation import TeamInvitation
from tournaments.teams.models.team import Team


def tell_of_invitation(*, by: Person, invitation: TeamInvitation, at: dt.datetime) -> None:
    """Those whose yes is asked for, with who else is to play."""
    players = invitation.players.select_related("person__private", "person__merged_into__private")
    lines = "\n".join(f"{player.letter}: {public_name(player.person)}" for player in players)
    _tell_players(by, invitation, "team-invited", at, lines=lines)


def tell_of_ended_invitation(*, by: Person | None, invitation: TeamInvitation, at: dt.datetime) -> None:
    """The others hear that nothing comes of it, and why."""
    _tell_players(by, invitation, "team-not-entered", at)


def tell_of_withdrawn_team(
    *, by: Person, team: Team, people: Iterable[Person], occasion: AuditEntry, at: dt.datetime
) -> None:
    """The others of the team."""
    send(
        to=_others(people, by),
        kind="team-withdrawn",
        about=team,
        occasion=occasion.pk,
        path=reverse("teams", args=[team.event.slug]),
        context={"who": public_name(by), "event": team.event},
        at=at,
    )


def _tell_players(
    by: Person | None, invitation: TeamInvitation, kind: str, at: dt.datetime, **context: object
) -> None:
    event = invitation.event
    players = [player.person for player in invitation.players.select_related("person")]
    send(
        to=_others(players, by),
        kind=kind,
        about=invitation,
        path=reverse("team-entry", args=[event.slug]),
        context={"who": public_name(by) if by else "", "event": event, **context},
        at=at,
    )


def _others(people: Iterable[Person], by: Person | None) -> list[Person]:
    return [person for person in people if by is None or identity_id(person) != identity_id(by)]
