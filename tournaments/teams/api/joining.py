"""Taking a place in a team by its link without a member number, for programs."""

from __future__ import annotations

from dataclasses import dataclass

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import PublicEndpoint
from sanctioning.kit.api.serializers import as_data, serializer_for
from tournaments.entries.api.newcomers import (
    ConfirmationSerializer,
    MailedSerializer,
    NewcomerSerializer,
    asked_newcomer,
)
from tournaments.entries.newcomer_links import entry_confirmed
from tournaments.entries.services.newcomers import ask_to_confirm
from tournaments.entries.throttle import require_not_too_often
from tournaments.teams.models.invitation import TeamInvitation
from tournaments.teams.services.team_links import join_as_newcomer, joined_before, link_used
from tournaments.teams.team_links import link_with, standing_link


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedTeam:
    """`entered` once everybody in the team has said yes."""

    event: str
    team: str
    entered: bool


class JoinTeamView(PublicEndpoint):
    @extend_schema(
        operation_id="join_team",
        request=NewcomerSerializer,
        responses={201: serializer_for(JoinedTeam), 202: MailedSerializer, **REFUSED},
    )
    def post(self, request: Request, code: str) -> Response:
        """Take the place without a member number: at once with an account that has no record, else by a mail.
        The code is the last part of the link."""
        link = link_with(code)
        if link is None:
            raise link_used()
        event = link.invitation.event
        newcomer, account = asked_newcomer(request, event, place=link.pk, turn=link.turn)
        if account is not None:
            return _joined(request, join_as_newcomer(link=link, newcomer=newcomer, account=account))
        require_not_too_often(request._request, newcomer.email)
        ask_to_confirm(event=event, newcomer=newcomer)
        return Response({"mail": True}, status=202)


class ConfirmPlaceView(PublicEndpoint):
    @extend_schema(
        operation_id="confirm_place",
        request=ConfirmationSerializer,
        responses={201: serializer_for(JoinedTeam), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """The code is the last part of the link in the mail."""
        newcomer = entry_confirmed(valid(ConfirmationSerializer(data=request.data))["code"])
        if newcomer is None or not newcomer.place:
            raise link_used()
        joined = joined_before(newcomer)
        if joined is not None:
            return _joined(request, joined.invitation)
        link = standing_link(newcomer.place, newcomer.turn)
        if link is None:
            raise link_used()
        return _joined(request, join_as_newcomer(link=link, newcomer=newcomer))


def _joined(request: Request, invitation: TeamInvitation) -> Response:
    entered = invitation.outcome == TeamInvitation.Outcome.ENTERED
    joined = JoinedTeam(event=invitation.event.slug, team=invitation.name, entered=entered)
    return made(request, as_data(joined), "api-event", invitation.event.slug)
