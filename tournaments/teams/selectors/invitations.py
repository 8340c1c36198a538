"""Invitations to teams of an event, as those who are named and whoever runs the event see them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from sanctioning.identity.names import public_name, shown
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import day_of
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.teams.models.invitation import InvitationLink, InvitedPlayer, TeamInvitation
from tournaments.teams.team_links import link_path


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitedLine:
    """Where a link leads to the place, `name` is the address that it was sent to, or empty, and `link` its
    page, both for who wrote the invitation alone."""

    letter: str
    name: str
    number: str
    said_yes: bool
    by_link: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationLine:
    """`asked` where the yes of whoever looks is missing, `own` where he wrote it."""

    id: int
    name: str
    by: str
    day: dt.date
    players: tuple[InvitedLine, ...]
    asked: bool
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationList:
    invitations: tuple[InvitationLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPlayer:
    """A yes that is missing: who asks for which team, and until when."""

    event_name: str
    event_slug: str
    team: str
    by: str
    since: dt.date
    until: dt.date


def own_invitations(event: Event, person: Person) -> InvitationList:
    """The standing invitations in which somebody is named, oldest first. Four queries."""
    own = frozenset(rows_of(person).values_list("pk", flat=True))
    return _list(_standing(event).filter(players__person__in=own).distinct(), own)


def invitations_of(event: Event) -> InvitationList:
    """All that stand, for whoever runs the event. Three queries."""
    return _list(_standing(event), ())


def invitation_of(event: Event, invitation_id: int) -> TeamInvitation | None:
    invitation: TeamInvitation | None = (
        event.team_invitations.select_related("event__club", "by").filter(pk=invitation_id).first()
    )
    return invitation


def invitations_to_answer(own: Collection[int], at: dt.datetime) -> QuerySet[InvitedPlayer]:
    """The invitations that somebody, by the keys of their records, has to answer while entry is open."""
    return (
        InvitedPlayer.objects.filter(
            Q(event__entries_until__isnull=True) | Q(event__entries_until__gte=day_of(at)),
            person__in=own,
            accepted_at__isnull=True,
            until__isnull=True,
            event__starts_at__gt=at,
            event__cancelled_at__isnull=True,
        )
        .select_related("event", "invitation__by", *shown("invitation__by"))
        .order_by("event__starts_at", "pk")
    )


def asked(invited: InvitedPlayer) -> AskedPlayer:
    return AskedPlayer(
        event_name=invited.event.name,
        event_slug=invited.event.slug,
        team=invited.invitation.name,
        by=public_name(invited.invitation.by),
        since=day_of(invited.invitation.at),
        until=invited.event.entries_until or invited.event.first_day,
    )


def _standing(event: Event) -> QuerySet[TeamInvitation]:
    people = InvitedPlayer.objects.select_related("person", *shown("person")).order_by("letter")
    open_links = InvitationLink.objects.filter(taken_at__isnull=True)
    return (
        event.team_invitations.standing()
        .select_related("by", *shown("by"))
        .prefetch_related(Prefetch("players", people), Prefetch("links", open_links))
        .order_by("at", "pk")
    )


def _list(invitations: QuerySet[TeamInvitation], own: Collection[int]) -> InvitationList:
    return InvitationList(invitations=tuple(_line(invitation, own) for invitation in invitations))


def _line(invitation: TeamInvitation, own: Collection[int]) -> InvitationLine:
    players = list(invitation.players.all())
    lines = [
        InvitedLine(
            letter=player.letter,
            name=public_name(player.person),
            number=player.person.identity.number,
            said_yes=player.accepted_at is not None,
        )
        for player in players
    ]
    lines += [_open_line(link, invitation.by_id in own) for link in invitation.links.all()]
    return InvitationLine(
        id=invitation.pk,
        name=invitation.name,
        by=public_name(invitation.by),
        day=day_of(invitation.at),
        players=tuple(sorted(lines, key=lambda line: line.letter)),
        asked=any(player.person_id in own and player.accepted_at is None for player in players),
        own=invitation.by_id in own,
    )


def _open_line(link: InvitationLink, own: bool) -> InvitedLine:
    return InvitedLine(
        letter=link.letter,
        name=link.email if own else "",
        number="",
        said_yes=False,
        by_link=True,
        link=link_path(link) if own else "",
    )
