"""Endpoints of the books: corrections, certificates, recordings, rosters, and where figures come from."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine.card_games import WHOOPIE
from sanctioning.api.base import (
    MemberEndpoint,
    PublicEndpoint,
    RefusalSerializer,
    acting_person,
    asker,
    found,
    sent_key,
)
from sanctioning.api.shapes import as_data, serializer_for
from sanctioning.clock import moment
from sanctioning.models import Person
from sanctioning.selectors.people import person_numbered
from scoring.models import Certification, Roster, Submission
from scoring.models.card_game import card_game_choices
from scoring.rosters import RosterKey
from scoring.selectors.certificates import CertificateCard, certificate_card, certificate_named
from scoring.selectors.own_certificates import OwnCertificate, certificates_to_send
from scoring.selectors.recordings import Forecast, recording_forecast
from scoring.selectors.rosters import ErratumLine, errata_shown, published_roster
from scoring.selectors.tracing import RosterTrace, Source, ledger_entry, roster_trace
from scoring.services.certificates import mark_mutilated, replace_certificate
from scoring.services.corrections import correct_result, require_may_order
from scoring.services.online import codes_of_own, record_own
from scoring.services.recordings import record_certificates
from scoring.services.rosters import compile_roster, publish_roster
from tournaments.addresses import GameLabel
from tournaments.api.games import game_or_404

REFUSED = {403: RefusalSerializer, 409: RefusalSerializer, 422: RefusalSerializer}


class CorrectionSerializer(serializers.Serializer[Any]):
    """The order and the corrected record, in the format of the event."""

    record = serializers.JSONField()
    ruling = serializers.CharField(allow_blank=True, max_length=200)
    why = serializers.CharField(allow_blank=True)
    settled_because = serializers.CharField(allow_blank=True, required=False, default="")


class CertifiedSerializer(serializers.ModelSerializer[Certification]):
    report = serializers.IntegerField(source="report.version")

    class Meta:
        model = Certification
        fields = ("version", "current", "report", "at", "ruling", "why")


class CodesSerializer(serializers.Serializer[Any]):
    """Codes as read from the papers; `mutilated` are those whose paper is."""

    codes = serializers.ListField(child=serializers.CharField(max_length=40), max_length=200)
    mutilated = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=200, required=False, default=list
    )


class SerialsSerializer(serializers.Serializer[Any]):
    serials = serializers.ListField(child=serializers.CharField(max_length=20), max_length=200)


class WhySerializer(serializers.Serializer[Any]):
    why = serializers.CharField(allow_blank=True)


class RosterKeySerializer(serializers.Serializer[Any]):
    """Of which day, and of which card game."""

    as_of = serializers.DateField()
    card_game = serializers.ChoiceField(choices=card_game_choices(), required=False, default=WHOOPIE.slug)


class SubmissionSerializer(serializers.ModelSerializer[Submission]):
    class Meta:
        model = Submission
        fields = (
            *("number", "card_game", "state", "total", "blue", "held_points", "held_blue"),
            *("refused_for", "reason"),
        )


class CompiledSerializer(serializers.ModelSerializer[Roster]):
    class Meta:
        model = Roster
        fields = ("card_game", "as_of", "state", "players", "points", "blue", "inputs_hash", "csv_sha256")


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
        said = valid(CorrectionSerializer(data=request.data))
        made = correct_result(
            by=person,
            game=played,
            data=json.dumps(said["record"], ensure_ascii=False).encode(),
            ruling=said["ruling"],
            why=said["why"],
            settled_because=said["settled_because"],
            idempotency_key=sent_key(request),
        )
        return Response(CertifiedSerializer(made).data, status=status.HTTP_201_CREATED)


class RecordingView(MemberEndpoint):
    @extend_schema(
        operation_id="record_certificates",
        request=CodesSerializer,
        responses={201: SubmissionSerializer, **REFUSED},
    )
    def post(self, request: Request, number: str) -> Response:
        """Record what a player sent in, wholly or not at all; the answer says which."""
        said = valid(CodesSerializer(data=request.data))
        made = record_certificates(
            by=acting_person(request),
            person=_player(number),
            codes=said["codes"],
            mutilated=said["mutilated"],
        )
        return Response(SubmissionSerializer(made).data, status=status.HTTP_201_CREATED)


class OwnCertificatesView(MemberEndpoint):
    @extend_schema(operation_id="certificates_to_send", responses=serializer_for(OwnCertificate)(many=True))
    def get(self, request: Request) -> Response:
        """Your certificates that are not recorded yet."""
        return Response(as_data(certificates_to_send(person=acting_person(request))))

    @extend_schema(
        operation_id="record_own", request=SerialsSerializer, responses={201: SubmissionSerializer, **REFUSED}
    )
    def post(self, request: Request) -> Response:
        """Record your own certificates by their serials, wholly or not at all; the answer says which."""
        person = acting_person(request)
        serials = valid(SerialsSerializer(data=request.data))["serials"]
        made = record_own(by=person, serials=serials)
        return Response(SubmissionSerializer(made).data, status=status.HTTP_201_CREATED)


class OwnForecastView(MemberEndpoint):
    @extend_schema(
        operation_id="forecast_own",
        request=SerialsSerializer,
        responses={200: serializer_for(Forecast), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """What recording these certificates of yours would bring; nothing is recorded."""
        person = acting_person(request)
        serials = valid(SerialsSerializer(data=request.data))["serials"]
        return found(recording_forecast(person=person, codes=codes_of_own(person=person, serials=serials)))


class MutilatedView(MemberEndpoint):
    @extend_schema(
        operation_id="mark_mutilated",
        request=WhySerializer,
        responses={200: serializer_for(CertificateCard), **REFUSED},
    )
    def post(self, request: Request, code: str) -> Response:
        """Mark the paper of this code or serial as mutilated."""
        return _act(request, code, mark_mutilated)


class ReplacementView(MemberEndpoint):
    @extend_schema(
        operation_id="replace_certificate",
        request=WhySerializer,
        responses={200: serializer_for(CertificateCard), **REFUSED},
    )
    def post(self, request: Request, code: str) -> Response:
        """Issue a replacement, once; the certificate of this code or serial is void then."""
        return _act(request, code, replace_certificate)


class CompileView(MemberEndpoint):
    @extend_schema(
        operation_id="compile_roster",
        request=RosterKeySerializer,
        responses={200: CompiledSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """A working copy as of 15 May or 15 November; a published roster stays as it is."""
        asked = valid(RosterKeySerializer(data=request.data))
        return Response(CompiledSerializer(compile_roster(by=acting_person(request), **asked)).data)


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


class RosterLineView(PublicEndpoint):
    @extend_schema(operation_id="roster_line", responses=serializer_for(RosterTrace))
    def get(self, request: Request, key: RosterKey, number: str) -> Response:
        """How a line of a roster came about: each ledger entry, recording, certificate and placing."""
        return found(roster_trace(key, number=number.upper(), asker=asker(request)))


class LedgerEntryView(PublicEndpoint):
    @extend_schema(operation_id="ledger_entry", responses=serializer_for(Source))
    def get(self, request: Request, number: int) -> Response:
        """One entry of the ledger, with all that it came from."""
        return found(ledger_entry(number=number))


def valid(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    """What was sent, or 400 with what is wrong with it."""
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def _player(number: str) -> Person:
    person = person_numbered(number=number)
    if person is None:
        raise NotFound
    return person


def _act(request: Request, code: str, act: Any) -> Response:
    person = acting_person(request)
    certificate = certificate_named(text=code)
    if certificate is None:
        raise NotFound
    act(by=person, certificate=certificate, why=valid(WhySerializer(data=request.data))["why"])
    return found(certificate_card(text=code, asker=person))
