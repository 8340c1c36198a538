"""Slips for programs: what is due, one slip reported or signed, and the event closed."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.api.base import MemberEndpoint, RefusalSerializer, acting_person, sent_key
from sanctioning.api.shapes import as_data, serializer_for
from sanctioning.models import Person
from scoring.selectors.slips import SlipList, game_of_event, may_see_slips, slip_list
from scoring.services.slips import (
    Reported,
    close_event,
    key_in_stack,
    report_slip,
    report_slips,
    sign_slip,
)
from tournaments.api.entries import found_event
from tournaments.models import Game

REFUSALS = {403: RefusalSerializer, 409: RefusalSerializer, 422: RefusalSerializer}
MOST_SLIPS = 300
KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    location=OpenApiParameter.HEADER,
    required=True,
    description="Sent again with the same key it counts once.",
)


class SlipSerializer(serializers.Serializer[Any]):
    """The fields of the slip by name; a correction names the version it looked at, and why."""

    values = serializers.DictField(child=serializers.JSONField(), source="typed")
    replaces = serializers.IntegerField(min_value=0, default=0)
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


class StackedSlipSerializer(SlipSerializer):
    place = serializers.SlugField(max_length=80)


class StackSerializer(serializers.Serializer[Any]):
    """Slips that are entered together: all are kept, or none."""

    slips = serializers.ListField(child=StackedSlipSerializer(), min_length=1, max_length=MOST_SLIPS)


class SignatureSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=1)


class SlipsView(MemberEndpoint):
    @extend_schema(operation_id="slips", responses=serializer_for(SlipList))
    def get(self, request: Request, slug: str) -> Response:
        """All that is due in an event, with what stands, who signed it and what was found."""
        by = acting_person(request)
        return Response(as_data(slip_list(_game(slug, by), by)))

    @extend_schema(
        operation_id="report_slips",
        parameters=[KEY],
        request=StackSerializer,
        responses={201: serializer_for(SlipList), 404: OpenApiTypes.OBJECT, **REFUSALS},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter a stack of slips at once, all of them or none; the event is checked once for all."""
        by = acting_person(request)
        game = _game(slug, by)
        typed = StackSerializer(data=request.data)
        typed.is_valid(raise_exception=True)
        key = sent_key(request)
        reported = [
            Reported(**one, idempotency_key=key_in_stack(key, one["place"]))
            for one in typed.validated_data["slips"]
        ]
        report_slips(by=by, game=game, reported=reported)
        return Response(as_data(slip_list(_game(slug, by), by)), status=201)


class SlipView(MemberEndpoint):
    @extend_schema(
        operation_id="report_slip",
        parameters=[KEY],
        request=SlipSerializer,
        responses={201: serializer_for(SlipList), 404: OpenApiTypes.OBJECT, **REFUSALS},
    )
    def post(self, request: Request, slug: str, place: str) -> Response:
        """Report what a table hands in, or correct it; the answer is all that is due after it."""
        by = acting_person(request)
        game = _game(slug, by)
        typed = SlipSerializer(data=request.data)
        typed.is_valid(raise_exception=True)
        key = sent_key(request)
        report_slip(by=by, game=game, place=place, idempotency_key=key, **typed.validated_data)
        return Response(as_data(slip_list(_game(slug, by), by)), status=201)


class SlipSignatureView(MemberEndpoint):
    @extend_schema(
        operation_id="sign_slip",
        request=SignatureSerializer,
        responses={200: serializer_for(SlipList), **REFUSALS},
    )
    def post(self, request: Request, slug: str, place: str) -> Response:
        """Sign a slip in the version that was looked at, as a second person."""
        by = acting_person(request)
        game = _game(slug, by)
        typed = SignatureSerializer(data=request.data)
        typed.is_valid(raise_exception=True)
        slip = game.slips.filter(place=place, version=typed.validated_data["version"]).first()
        if slip is None:
            raise NotFound
        sign_slip(by=by, slip=slip)
        return Response(as_data(slip_list(_game(slug, by), by)))


class CloseEventView(MemberEndpoint):
    @extend_schema(
        operation_id="close_event", request=None, responses={200: serializer_for(SlipList), **REFUSALS}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make the report of the event from its slips, once all stand and are signed."""
        by = acting_person(request)
        close_event(by=by, game=_game(slug, by))
        return Response(as_data(slip_list(_game(slug, by), by)))


def _game(slug: str, person: Person) -> Game:
    event = found_event(slug, person)
    game = game_of_event(event)
    if game is None or not may_see_slips(person, event, game):
        raise NotFound
    return game
