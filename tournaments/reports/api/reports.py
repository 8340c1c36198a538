"""Reports for programs: the record of a game sent in, and read back."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine.reading import MAX_BYTES
from sanctioning.kit.api.answers import made
from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person, sent_key
from sanctioning.kit.api.serializers import component, field_of_typed_dict
from sanctioning.kit.clock import moment
from tournaments.events.addresses import GameLabel
from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.record_schemas import RECORD
from tournaments.games.api import game_or_404
from tournaments.reports.models.report import Report, ReportFinding
from tournaments.reports.selectors.records import record_of
from tournaments.reports.services.reports import take_report


class RecordParser(BaseParser):
    """Hands the bytes on as they came: what is hashed and kept is what was sent."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return bytes(stream.read(MAX_BYTES + 1))


class ReportFindingSerializer(serializers.ModelSerializer[ReportFinding]):
    message = serializers.CharField()

    class Meta:
        model = ReportFinding
        fields = ("code", "severity", "stanza", "trick", "player", "rule", "message")


class ReportSerializer(serializers.ModelSerializer[Report]):
    game = serializers.CharField(source="game.label")
    check_document = field_of_typed_dict(KeptCheck)()
    findings = ReportFindingSerializer(many=True, help_text="Those of the check, and how the game ended.")

    class Meta:
        model = Report
        fields = ("game", "version", "current", "sha256", "received_at", "check_document", "findings")


class GameReportView(MemberEndpoint):
    keeps_key_itself = True
    parser_classes = [RecordParser]
    needs_body = True

    @extend_schema(
        operation_id="take_report",
        parameters=[
            OpenApiParameter("reason", str, description="Why it tells otherwise what was reported before."),
        ],
        request={"application/json": component(RECORD)},
        responses={
            201: ReportSerializer,
            403: ProblemSerializer,
            409: ProblemSerializer,
            422: ProblemSerializer,
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
        return made(request, ReportSerializer(report).data, "api-game-record", slug, game)


class RecordView(MemberEndpoint):
    @extend_schema(
        operation_id="game_record",
        responses={200: component(RECORD), 403: ProblemSerializer, 404: ProblemSerializer},
    )
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """The record of a game that stands, for who reports it, rules it or orders its correction."""
        by = acting_person(request)
        return Response(json.loads(record_of(asker=by, game=game_or_404(slug, game), at=moment(None))))
