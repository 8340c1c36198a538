"""Teams that players enter, for programs: naming one, the invitations that stand, and a yes or a no."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, may_be_given_secrets
from sanctioning.kit.api.serializers import as_data, field_of_typed_dict, serializer_for
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.entries.throttle import require_not_too_often
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.formats.documents import TeamFacts
from tournaments.teams.api.teams import team_event
from tournaments.teams.commands import INVITATION_COMMANDS
from tournaments.teams.models.invitation import TeamInvitation
from tournaments.teams.selectors.invitations import (
    InvitationList,
    invitation_of,
    invitations_of,
    own_invitations,
)
from tournaments.teams.services.invitations import invite_team
from tournaments.teams.services.team_links import accept_by_link, decline_by_link, link_used
from tournaments.teams.team_links import link_with

LINK_ACTS: Final[Mapping[str, Callable[..., TeamInvitation]]] = {
    "accept": accept_by_link,
    "decline": decline_by_link,
}


class NewInvitationSerializer(serializers.Serializer[Any]):
    """Players by letter, each by member number, one of them whoever sends it; facts as the format asks."""

    name = serializers.CharField(max_length=80)
    players = serializers.DictField(child=MemberNumberField())
    facts = field_of_typed_dict(TeamFacts)(required=False, default=dict)
    by_link = serializers.DictField(
        child=serializers.EmailField(allow_blank=True),
        required=False,
        default=dict,
        help_text="Letters open to whoever has the link: the address to send it to, or empty to pass it on.",
    )


class LinkAnswerSerializer(serializers.Serializer[Any]):
    """With a yes, how the fee is paid."""

    fee = serializers.ChoiceField(Entry.OWING, default=Entry.Fee.UNPAID)


class TeamInvitationsView(MemberEndpoint):
    @extend_schema(operation_id="team_invitations", responses=serializer_for(InvitationList))
    def get(self, request: Request, slug: str) -> Response:
        """The invitations that stand: one's own, and all for whoever runs the event; a token that may not do
        all that you may is shown no `link`."""
        person = acting_person(request)
        seen = _seen(team_event(slug, person), person)
        return Response(as_data(seen if may_be_given_secrets(request) else _without_links(seen)))

    @extend_schema(
        operation_id="invite_team",
        request=NewInvitationSerializer,
        responses={201: serializer_for(InvitationList), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Name a team in which one plays; it is entered when each of it has said yes."""
        by = acting_person(request)
        event = team_event(slug, by)
        typed = valid(NewInvitationSerializer(data=request.data))
        for email in filter(None, typed["by_link"].values()):
            require_not_too_often(request._request, email)
        invite_team(by=by, event=event, **typed)
        return Response(as_data(_seen(event, by)), status=201)


class TeamInvitationStepView(MemberEndpoint):
    path_values = {"act": INVITATION_COMMANDS}

    @extend_schema(
        operation_id="act_on_team_invitation",
        request=INVITATION_COMMANDS.serializer,
        responses={200: serializer_for(InvitationList), **REFUSED},
    )
    def post(self, request: Request, slug: str, invitation: int, act: str) -> Response:
        """`accept` or `decline` as one who is named; `withdraw` as who wrote it, or runs the event;
        `send-again` makes a new link to an open letter."""
        by = acting_person(request)
        event = team_event(slug, by)
        this_invitation = invitation_of(event, invitation)
        INVITATION_COMMANDS.run_sent(request, act, by=by, thing=this_invitation)
        return Response(as_data(_seen(event, by)))


class TeamLinkView(MemberEndpoint):
    path_values = {"act": LINK_ACTS}

    @extend_schema(
        operation_id="answer_team_link",
        request=LinkAnswerSerializer,
        responses={200: serializer_for(InvitationList), **REFUSED},
    )
    def post(self, request: Request, code: str, act: str) -> Response:
        """`accept` or `decline` the place to which a link leads; the code is the last part of the link."""
        by, link = acting_person(request), link_with(code)
        if link is None:
            raise link_used()
        if act not in LINK_ACTS:
            raise NotFound
        promises = valid(LinkAnswerSerializer(data=request.data))["fee"] == Entry.Fee.PROMISED
        invitation = LINK_ACTS[act](by=by, link=link, **({"promises": promises} if act == "accept" else {}))
        return Response(as_data(_seen(invitation.event, by)))


def _without_links(seen: InvitationList) -> InvitationList:
    return replace(
        seen,
        invitations=tuple(
            replace(invitation, players=tuple(replace(invited, link="") for invited in invitation.players))
            for invitation in seen.invitations
        ),
    )


def _seen(event: Event, person: Person) -> InvitationList:
    return invitations_of(event) if may_run_event(person, today(), event) else own_invitations(event, person)
