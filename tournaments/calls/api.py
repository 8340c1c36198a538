"""Calls for the Acting Executor, and announcements of an event, for programs."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    ProblemSerializer,
    PublicEndpoint,
    acting_person,
    asker,
    sent_key,
)
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.offices.permissions import require
from tournaments.calls.commands import CALL_COMMANDS
from tournaments.calls.models import Call
from tournaments.calls.selectors import Calls, call_numbered, calls_of
from tournaments.calls.services.calls import call_executor
from tournaments.events.addresses import GameLabel
from tournaments.events.api.event_by_address import found_event
from tournaments.events.selectors.announcements import (
    AnnouncementLine,
    announcement_numbered,
    announcements_of,
)
from tournaments.events.services.announcements import announce, take_down
from tournaments.games.api import game_or_404


class NewCallSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Call.Kind.choices)
    about = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)
    stanza = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)


class NewAnnouncementSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=300)
    until = serializers.DateTimeField(required=False, allow_null=True, default=None)


class CallsView(MemberEndpoint):
    needs_key = True

    @extend_schema(operation_id="calls", responses={200: serializer_for(Calls), 403: ProblemSerializer})
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """The calls of a table, for those who sit there, run the event or rule there."""
        return _calls(request, slug, game)

    @extend_schema(
        operation_id="call_executor",
        request=NewCallSerializer,
        responses={201: serializer_for(Calls), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """Call whoever rules there; with an `Idempotency-Key`, sent twice it is one call."""
        person, played = acting_person(request), game_or_404(slug, game)
        typed = valid(NewCallSerializer(data=request.data))
        key = sent_key(request)
        call_executor(by=person, game=played, key=key, **typed)
        return _calls(request, slug, game, status.HTTP_201_CREATED)


class CallStepView(MemberEndpoint):
    runs_event = frozenset({"answer"})
    path_values = {"act": CALL_COMMANDS}

    @extend_schema(
        operation_id="act_on_call",
        request=CALL_COMMANDS.serializer,
        responses={200: serializer_for(Calls), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel, call: int, act: str) -> Response:
        """Answer a call as who rules there, or withdraw it."""
        this_call = call_numbered(game=game_or_404(slug, game), number=call)
        CALL_COMMANDS.run_sent(request, act, by=acting_person(request), thing=this_call)
        return _calls(request, slug, game)


class AnnouncementsView(PublicEndpoint):
    runs_event = True
    needs_key = True

    @extend_schema(operation_id="announcements", responses=serializer_for(AnnouncementLine)(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """What is announced now, the latest first."""
        return Response(as_data(announcements_of(event=found_event(slug, asker(request)))))

    @extend_schema(
        operation_id="announce",
        request=NewAnnouncementSerializer,
        responses={201: serializer_for(AnnouncementLine)(many=True), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Say something to everybody at the event."""
        person = acting_person(request)
        event = found_event(slug, person)
        typed = valid(NewAnnouncementSerializer(data=request.data))
        announce(by=person, event=event, **typed)
        return Response(as_data(announcements_of(event=event)), status=status.HTTP_201_CREATED)


class AnnouncementDownView(MemberEndpoint):
    runs_event = True

    @extend_schema(
        operation_id="take_announcement_down",
        request=None,
        responses={200: serializer_for(AnnouncementLine)(many=True), **REFUSED},
    )
    def post(self, request: Request, slug: str, announcement: int) -> Response:
        """Take an announcement down."""
        person = acting_person(request)
        event = found_event(slug, person)
        this_announcement = announcement_numbered(event=event, number=announcement)
        if this_announcement is None:
            raise NotFound
        take_down(by=person, announcement=this_announcement)
        return Response(as_data(announcements_of(event=event)))


def _calls(request: Request, slug: str, label: GameLabel, code: int = status.HTTP_200_OK) -> Response:
    person, played = acting_person(request), game_or_404(slug, label)
    calls = calls_of(game=played, asker=person)
    require(
        calls is not None,
        what=_("see the calls of this table"),
        who=_("a player of the table, the director or the Acting Executor"),
        rule="IV",
    )
    return Response(as_data(calls), status=code)
