"""Endpoints of the books. They translate; what may be done and seen, services and selectors say."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine.reading import MAX_BYTES
from sanctioning.api.base import (
    MemberEndpoint,
    PublicEndpoint,
    RefusalSerializer,
    acting_person,
    asker,
    found,
    sent_key,
)
from sanctioning.api.lists import list_answer, list_schema, page_wanted
from sanctioning.api.shapes import as_data, serializer_for
from sanctioning.clock import moment
from scoring.models import Report
from scoring.rosters import RosterKey
from scoring.selectors.certificates import CertificateCheck, certificate_check
from scoring.selectors.clubs import ClubLine, clubs
from scoring.selectors.games import GameDetail, game_detail
from scoring.selectors.players import PlayerDetail, PlayerLine, player_detail, players
from scoring.selectors.records import record_of
from scoring.selectors.results import EventDetail, ResultLine, event_detail, results
from scoring.selectors.rosters import RosterDetail, RosterHead, roster_detail, rosters
from scoring.services.reports import take_report
from tournaments.addresses import GameLabel
from tournaments.api.games import game_or_404


class RecordParser(BaseParser):
    """Hands the bytes on as they came: what is hashed and kept is what was sent."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return bytes(stream.read(MAX_BYTES + 1))


class ReportSerializer(serializers.ModelSerializer[Report]):
    game = serializers.CharField(source="game.label")
    check_document = serializers.JSONField()

    class Meta:
        model = Report
        fields = ("game", "version", "current", "sha256", "received_at", "check_document")


class EventView(PublicEndpoint):
    @extend_schema(operation_id="event", responses=serializer_for(EventDetail))
    def get(self, request: Request, slug: str) -> Response:
        """One event with its games and results."""
        return found(event_detail(slug=slug, asker=asker(request)))


class GameView(PublicEndpoint):
    @extend_schema(operation_id="game", responses=serializer_for(GameDetail))
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """One game: stanzas, findings, standings and awards."""
        detail = game_detail(event_slug=slug, number=game.number, group=game.group, asker=asker(request))
        return found(detail)


class ReportView(MemberEndpoint):
    keeps_key_itself = True
    parser_classes = [RecordParser]

    @extend_schema(
        operation_id="take_report",
        parameters=[
            OpenApiParameter(
                "reason", str, description="Why a record of a whole event takes another's place."
            ),
        ],
        request={"application/json": OpenApiTypes.OBJECT},
        responses={
            201: ReportSerializer,
            403: RefusalSerializer,
            409: RefusalSerializer,
            422: RefusalSerializer,
        },
    )
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """Send the record of a game in the format of its event; the answer holds the engine's whole check."""
        report = take_report(
            by=acting_person(request),
            game=game_or_404(slug, game),
            data=request.data if isinstance(request.data, bytes) else b"",
            idempotency_key=sent_key(request),
            reason=request.query_params.get("reason", ""),
        )
        return Response(ReportSerializer(report).data, status=status.HTTP_201_CREATED)


class RecordView(MemberEndpoint):
    @extend_schema(
        operation_id="game_record",
        responses={200: OpenApiTypes.OBJECT, 403: RefusalSerializer, 404: RefusalSerializer},
    )
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """The record of a game that stands, for who reports it, rules it or orders its correction."""
        by = acting_person(request)
        return Response(json.loads(record_of(asker=by, game=game_or_404(slug, game), at=moment(None))))


class PlayerView(PublicEndpoint):
    @extend_schema(
        operation_id="player",
        parameters=[
            OpenApiParameter(
                "card_game", str, description="Of which one; else the first that the player has been in."
            )
        ],
        responses=serializer_for(PlayerDetail),
    )
    def get(self, request: Request, number: str) -> Response:
        """One player in a card game: points, degree, certificates, games; private data for those who may see
        them."""
        card_game = request.query_params.get("card_game", "")
        return found(player_detail(number=number, asker=asker(request), card_game=card_game))


class ResultsView(PublicEndpoint):
    @list_schema(
        "results",
        ResultLine,
        filters=("search", "player", "level", "since", "until"),
        sorts=("certified", "played", "event", "club", "players"),
    )
    def get(self, request: Request) -> Response:
        """Certified games with their paid places, those certified last in front."""
        return list_answer(request, results())


class PlayersView(PublicEndpoint):
    @list_schema(
        "players",
        PlayerLine,
        filters=("search", "club", "degree"),
        sorts=("name", "number", "club", "degree"),
    )
    def get(self, request: Request) -> Response:
        """Players who let their names be listed."""
        return list_answer(request, players())


class ClubsView(PublicEndpoint):
    @list_schema("clubs", ClubLine, filters=("search",), sorts=("name", "place", "members", "events"))
    def get(self, request: Request) -> Response:
        """Approved clubs."""
        return list_answer(request, clubs())


class RostersView(PublicEndpoint):
    @extend_schema(operation_id="rosters", responses=serializer_for(RosterHead)(many=True))
    def get(self, request: Request) -> Response:
        """Which rosters there are."""
        return Response(as_data(rosters(asker=asker(request))))


class RosterView(PublicEndpoint):
    @extend_schema(
        operation_id="roster",
        parameters=[
            OpenApiParameter("search", str, description="Words of a name, a club or a number."),
            OpenApiParameter("degree", str),
            OpenApiParameter("page", int),
        ],
        responses=serializer_for(RosterDetail),
    )
    def get(self, request: Request, key: RosterKey) -> Response:
        """One page of a roster."""
        asked = request.query_params
        return found(
            roster_detail(
                key,
                asker=asker(request),
                search=asked.get("search", ""),
                degree=asked.get("degree", ""),
                page=page_wanted(request),
            )
        )


class CertificateCheckView(PublicEndpoint):
    @extend_schema(operation_id="check_certificate", responses=serializer_for(CertificateCheck))
    def get(self, request: Request, code: str) -> Response:
        """Whether a certificate is genuine, and its state; nothing private."""
        return found(certificate_check(code=code))
