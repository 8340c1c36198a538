"""Series for programs: announcing, reading, and the steps to the places."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.clubs.api_fields import ClubField
from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    PublicEndpoint,
    acting_person,
    asker,
    or_not_found,
)
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import SEARCH, state_parameter
from scoring.series.commands import SERIES_COMMANDS
from scoring.series.selectors import SeriesDetail, SeriesHead, all_series, series_at, series_detail
from tournaments.series.models import Series
from tournaments.series.services import announce_series


class NewSeriesSerializer(serializers.Serializer[Any]):
    club = ClubField()
    name = serializers.CharField(max_length=120)
    basis = serializers.ChoiceField(choices=Series.Basis.choices)
    playoff = serializers.IntegerField(max_value=10_000)
    consolation = serializers.IntegerField(required=False, default=0, min_value=0, max_value=10_000)
    ties = serializers.ChoiceField(choices=Series.Ties.choices, default=Series.Ties.DRAW)


class AllSeriesView(PublicEndpoint):
    @list_schema(
        "all_series",
        SeriesHead,
        filters=(SEARCH, state_parameter(("open", "settled"))),
        sorts=("name", "club", "announced"),
    )
    def get(self, request: Request) -> Response:
        """Every series, the latest first."""
        return list_answer(request, all_series())

    @extend_schema(
        operation_id="announce_series",
        request=NewSeriesSerializer,
        responses={201: serializer_for(SeriesDetail), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Announce a series of a club."""
        by = acting_person(request)
        typed = valid(NewSeriesSerializer(data=request.data))
        series = announce_series(by=by, **typed)
        return made(request, as_data(series_detail(slug=series.slug, asker=by)), "api-series", series.slug)


class SeriesView(PublicEndpoint):
    @extend_schema(operation_id="series", responses=serializer_for(SeriesDetail))
    def get(self, request: Request, slug: str) -> Response:
        """The order of a series, its events and who has a place."""
        return or_not_found(series_detail(slug=slug, asker=asker(request)))


class SeriesStepView(MemberEndpoint):
    path_values = {"act": SERIES_COMMANDS}

    @extend_schema(
        operation_id="act_on_series",
        request=SERIES_COMMANDS.serializer,
        responses={200: serializer_for(SeriesDetail), **REFUSED},
    )
    def post(self, request: Request, slug: str, act: str) -> Response:
        """Add an event or take one out, draw among those tied, settle the places, or decline one."""
        by = acting_person(request)
        SERIES_COMMANDS.run_sent(request, act, by=by, thing=series_at(slug))
        return or_not_found(series_detail(slug=slug, asker=by))
