"""A round in one step for programs, and where everybody sits in it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, PublicEndpoint, acting_person, asker
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import today
from tournaments.directing.selectors.begun_rounds import BegunRound, begun_round
from tournaments.directing.services.beginning_rounds import begin_round, complete_round
from tournaments.events.api.event_by_address import found_event
from tournaments.events.permissions import may_run_event
from tournaments.rounds.models.round import Round
from tournaments.rounds.selectors.rounds import round_at
from tournaments.rounds.selectors.seating import Sits, seating_of


class PartsSerializer(serializers.Serializer[Any]):
    """What comes with the round: draws, links to the tables' pads, a message to everybody."""

    draw = serializers.BooleanField(default=True)
    link = serializers.BooleanField(default=True)
    tell = serializers.BooleanField(default=True)


class BeginRoundSerializer(PartsSerializer):
    """`why` is needed while a round before is still played."""

    why = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


class BeginRoundView(MemberEndpoint):
    @extend_schema(
        operation_id="begin_round",
        request=BeginRoundSerializer,
        responses={200: serializer_for(BegunRound), **REFUSED},
    )
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Confirm a round with its draws, links to pads, papers and messages, in one step or not at all."""
        this_round = _round_to_run(request, slug, round)
        begun = begin_round(
            by=acting_person(request), round=this_round, **valid(BeginRoundSerializer(data=request.data))
        )
        return Response(as_data(begun_round(begun.round)))


class CompleteRoundView(MemberEndpoint):
    @extend_schema(
        operation_id="complete_round",
        request=PartsSerializer,
        responses={200: serializer_for(BegunRound), **REFUSED},
    )
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Make up for what a confirmed round still lacks."""
        this_round = _round_to_run(request, slug, round)
        begun = complete_round(
            by=acting_person(request), round=this_round, **valid(PartsSerializer(data=request.data))
        )
        return Response(as_data(begun_round(begun.round)))


class SeatsView(PublicEndpoint):
    @extend_schema(operation_id="round_seats", responses=serializer_for(Sits)(many=True))
    def get(self, request: Request, slug: str, round: int) -> Response:
        """Everybody in a confirmed round by name, with their table."""
        this_round = round_at(found_event(slug, asker(request)), round)
        if this_round is None or this_round.state != Round.State.OPEN:
            raise NotFound
        return Response(as_data(seating_of(this_round)))


def _round_to_run(request: Request, slug: str, round_id: int) -> Round:
    person = acting_person(request)
    event = found_event(slug, person)
    this_round = round_at(event, round_id)
    if this_round is None or not may_run_event(person, today(), event):
        raise NotFound
    return this_round
