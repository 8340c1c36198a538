"""Rosters for programs: read, compiled, published, with errata."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine.card_games import WHOOPIE
from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, PublicEndpoint, acting_person, asker, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.api import page_wanted
from sanctioning.kit.lists.parameters import filter_parameter, page_parameter, require_one_of
from scoring.card_games import card_game_choices
from scoring.degree_names import RANKS
from scoring.rosters.lines import RosterKey
from scoring.rosters.models import Roster
from scoring.rosters.selectors.earlier import EarlierLine, earlier_rosters
from scoring.rosters.selectors.errata import ErratumLine, errata_shown
from scoring.rosters.selectors.rosters import (
    RosterDetail,
    RosterHead,
    published_roster,
    roster_detail,
    rosters,
)
from scoring.rosters.services.rosters import compile_roster, publish_roster


class RosterKeySerializer(serializers.Serializer[Any]):
    """Of which day, and of which card game."""

    as_of = serializers.DateField()
    card_game = serializers.ChoiceField(choices=card_game_choices(), required=False, default=WHOOPIE.slug)


class CompiledSerializer(serializers.ModelSerializer[Roster]):
    class Meta:
        model = Roster
        fields = ("card_game", "as_of", "state", "players", "points", "blue", "inputs_hash", "csv_sha256")


class CompileView(MemberEndpoint):
    @extend_schema(
        operation_id="compile_roster",
        request=RosterKeySerializer,
        responses={200: CompiledSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """A working copy as of 15 May or 15 November; a published roster stays as it is."""
        values = valid(RosterKeySerializer(data=request.data))
        return Response(CompiledSerializer(compile_roster(by=acting_person(request), **values)).data)


class PublishView(MemberEndpoint):
    @extend_schema(
        operation_id="publish_roster", request=None, responses={200: CompiledSerializer, **REFUSED}
    )
    def post(self, request: Request, key: RosterKey) -> Response:
        """Freeze a compiled roster for good, once its day is over."""
        person = acting_person(request)
        roster = published_roster(key, asker=person)
        if roster is None:
            raise NotFound
        return Response(CompiledSerializer(publish_roster(by=person, roster=roster)).data)


class ErrataView(PublicEndpoint):
    @extend_schema(operation_id="roster_errata", responses=serializer_for(ErratumLine)(many=True))
    def get(self, request: Request, key: RosterKey) -> Response:
        """What was corrected since the roster was published."""
        roster = published_roster(key, asker=asker(request))
        if roster is None:
            raise NotFound
        return Response(as_data(errata_shown(roster)))


class EarlierRostersView(PublicEndpoint):
    @extend_schema(operation_id="earlier_rosters", responses=serializer_for(EarlierLine)(many=True))
    def get(self, request: Request) -> Response:
        """Rosters of the time before this system, kept as documents; each is at `/rosters/earlier/<key>/`."""
        return Response(as_data(earlier_rosters()))


class RostersView(PublicEndpoint):
    @extend_schema(operation_id="rosters", responses=serializer_for(RosterHead)(many=True))
    def get(self, request: Request) -> Response:
        """Which rosters there are."""
        return Response(as_data(rosters(asker=asker(request))))


class RosterView(PublicEndpoint):
    @extend_schema(
        operation_id="roster",
        parameters=[
            filter_parameter("search", "Words of a name, a club or a number."),
            filter_parameter("degree", "Only who holds this degree, by its name.", RANKS),
            page_parameter(),
        ],
        responses=serializer_for(RosterDetail),
    )
    def get(self, request: Request, key: RosterKey) -> Response:
        """One page of a roster."""
        query = request.query_params
        require_one_of(query, {"degree": RANKS})
        return or_not_found(
            roster_detail(
                key,
                asker=asker(request),
                search=query.get("search", ""),
                degree=query.get("degree", ""),
                page=page_wanted(request),
            )
        )
