"""Degrees for programs: the scale, who holds which, and their certificates as the registrar prints them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED
from sanctioning.kit.api.endpoints import MemberEndpoint, PublicEndpoint, acting_person
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import today
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import SEARCH
from scoring.degrees.permissions import require_prints_degrees
from scoring.degrees.selectors.lists import HolderLine, holders, scale
from scoring.degrees.selectors.papers import LATELY, LONGEST_SEARCH, DegreePaper, degree_papers
from scoring.list_filters import DEGREE
from tournaments.events.list_filters import CARD_GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleStep:
    """What a degree needs, and how many hold it as their highest, by the slug of each card game."""

    name: str
    points: Decimal
    blue: Decimal
    holders: Mapping[str, int]


class DegreesView(PublicEndpoint):
    @extend_schema(operation_id="degrees", responses=serializer_for(ScaleStep)(many=True))
    def get(self, request: Request) -> Response:
        """The scale of degrees, the highest first, with how many hold each."""
        steps = (
            ScaleStep(name=step.name, points=step.points, blue=step.blue, holders=step.holders)
            for step in scale()
        )
        return Response(as_data(tuple(steps)))


class HoldersView(PublicEndpoint):
    @list_schema(
        "degree_holders",
        HolderLine,
        filters=(SEARCH, DEGREE, CARD_GAME),
        sorts=("degree", "name", "since"),
    )
    def get(self, request: Request) -> Response:
        """Who holds which degree as the highest of a card game, of those who let their names be listed."""
        return list_answer(request, holders())


class AskedPapersSerializer(serializers.Serializer[object]):
    since = serializers.DateField(
        required=False, help_text="Issued on this day or later; two months back if not said."
    )
    search = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=LONGEST_SEARCH,
        help_text="Part of a player's name, or the member number.",
    )


class DegreePapersView(MemberEndpoint):
    @extend_schema(
        operation_id="degree_papers",
        parameters=[AskedPapersSerializer],
        responses={200: serializer_for(DegreePaper)(many=True), **REFUSED},
    )
    def get(self, request: Request) -> Response:
        """Certificates of degrees to print, the latest first, 60 at most. The address
        `/registrar/degrees/papers.pdf?serial=…` has the chosen ones in one file."""
        require_prints_degrees(acting_person(request))
        asked = AskedPapersSerializer(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        since = asked.validated_data.get("since", today() - LATELY)
        return Response(as_data(degree_papers(since=since, search=asked.validated_data["search"])))
