"""Correcting a certified result, for programs."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, sent_key
from sanctioning.kit.api.serializers import component
from sanctioning.kit.clock import moment
from scoring.results.models import Certification
from scoring.results.services.corrections import correct_result, require_may_order
from tournaments.events.addresses import GameLabel
from tournaments.formats.record_schemas import RECORD
from tournaments.games.api import game_or_404


@extend_schema_field(component(RECORD))
class RecordField(serializers.JSONField):
    """The engine reads it, and says what is wrong with it."""


class CorrectionSerializer(serializers.Serializer[Any]):
    """The order and the corrected record, in the format of the event."""

    record = RecordField()
    ruling = serializers.CharField(allow_blank=True, max_length=200)
    why = serializers.CharField(allow_blank=True)
    settled_because = serializers.CharField(allow_blank=True, required=False, default="")


class CertifiedSerializer(serializers.ModelSerializer[Certification]):
    report = serializers.IntegerField(source="report.version")

    class Meta:
        model = Certification
        fields = ("version", "current", "report", "at", "ruling", "why")


class CorrectionView(MemberEndpoint):
    keeps_key_itself = True

    @extend_schema(
        operation_id="correct_result",
        request=CorrectionSerializer,
        responses={201: CertifiedSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """Correct a certified result by order; everything that follows from it follows by itself."""
        played = game_or_404(slug, game)
        person = acting_person(request)
        require_may_order(by=person, at=moment(None))
        values = valid(CorrectionSerializer(data=request.data))
        certification = correct_result(
            by=person,
            game=played,
            data=json.dumps(values["record"], ensure_ascii=False).encode(),
            ruling=values["ruling"],
            why=values["why"],
            settled_because=values["settled_because"],
            idempotency_key=sent_key(request),
        )
        return made(request, CertifiedSerializer(certification).data, "api-game", slug, game)
