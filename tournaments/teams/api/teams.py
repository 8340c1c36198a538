"""Teams for programs: the list, entering a team, and every step of one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    PublicEndpoint,
    acting_person,
    asker,
)
from sanctioning.kit.api.serializers import as_data, field_of_typed_dict, serializer_for
from sanctioning.kit.clock import moment
from sanctioning.people.models.person import Person
from tournaments.events.api.event_by_address import found_event
from tournaments.events.models.event import Event
from tournaments.events.services.events import require_runs
from tournaments.formats.documents import TeamFacts
from tournaments.formats.registry import format_named
from tournaments.teams.commands import TEAM_COMMANDS
from tournaments.teams.selectors.teams import TeamList, team_list, team_of
from tournaments.teams.services.substitutes import substitute
from tournaments.teams.services.teams import enter_team


class NewTeamSerializer(serializers.Serializer[Any]):
    """Players by letter, each by member number; facts as the format asks for them, such as where a team comes
    from."""

    name = serializers.CharField(max_length=80)
    players = serializers.DictField(child=MemberNumberField())
    facts = field_of_typed_dict(TeamFacts)(required=False, default=dict)
    late_for = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


class TeamsView(PublicEndpoint):
    @extend_schema(operation_id="teams", responses=serializer_for(TeamList))
    def get(self, request: Request, slug: str) -> Response:
        """Every team with its players, those withdrawn too."""
        return Response(as_data(team_list(team_event(slug, asker(request)))))

    @extend_schema(
        operation_id="enter_team",
        request=NewTeamSerializer,
        responses={201: serializer_for(TeamList), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter a team; the answer is the list after it."""
        by = acting_person(request)
        event = team_event(slug, by)
        require_runs(by, moment(None), event, _("enter teams"))
        typed = valid(NewTeamSerializer(data=request.data))
        enter_team(by=by, event=event, **typed)
        return Response(as_data(team_list(event)), status=201)


class TeamStepView(MemberEndpoint):
    path_values = {"act": TEAM_COMMANDS}

    @extend_schema(
        operation_id="act_on_team",
        request=TEAM_COMMANDS.serializer,
        responses={200: serializer_for(TeamList), **REFUSED},
    )
    def post(self, request: Request, slug: str, team: int, act: str) -> Response:
        """Check a whole team in (`check-in`), note that all have `paid`, `withdraw` it before it is seated.

        A seated team may `leave` for a reason: it is drawn no more; until a round was drawn without it it may
        `return`.
        """
        by = acting_person(request)
        event = team_event(slug, by)
        TEAM_COMMANDS.run_sent(request, act, by=by, thing=team_of(event, team))
        return Response(as_data(team_list(event)))


class NewSubstituteSerializer(serializers.Serializer[Any]):
    """Who comes, by member number, at which letter, from which round (by itself: the one played now)."""

    letter = serializers.CharField(max_length=2)
    comes = MemberNumberField()
    from_round = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=1000)
    why = serializers.CharField(max_length=300)


class SubstituteView(MemberEndpoint):
    @extend_schema(
        operation_id="substitute_in_team",
        request=NewSubstituteSerializer,
        responses={200: serializer_for(TeamList), **REFUSED},
    )
    def post(self, request: Request, slug: str, team: int) -> Response:
        """Let somebody take another's place in a team; the answer is the list after it."""
        by = acting_person(request)
        event = team_event(slug, by)
        require_runs(by, moment(None), event, _("let substitutes in"))
        this_team = team_of(event, team)
        if this_team is None:
            raise NotFound
        typed = valid(NewSubstituteSerializer(data=request.data))
        substitute(by=by, team=this_team, **typed)
        return Response(as_data(team_list(event)))


def team_event(slug: str, person: Person | None) -> Event:
    """The event of teams at an address; 404 for any other."""
    event = found_event(slug, person)
    if not format_named(event.format).unit.is_team:
        raise NotFound
    return event
