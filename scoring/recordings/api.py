"""Recording certificates for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.people.models.person import Person
from scoring.degrees.selectors.recording_forecast import Forecast, recording_forecast
from scoring.recordings.models import Submission
from scoring.recordings.selectors.own_certificates import OwnCertificate, certificates_to_send
from scoring.recordings.services.own_recording import codes_of_own, record_own
from scoring.recordings.services.recordings import record_certificates


class CertificateCodesSerializer(serializers.Serializer[Any]):
    """Codes as read from the papers; `mutilated` are those whose paper is."""

    codes = serializers.ListField(child=serializers.CharField(max_length=40), max_length=200)
    mutilated = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=200, required=False, default=list
    )


class CertificateSerialsSerializer(serializers.Serializer[Any]):
    serials = serializers.ListField(child=serializers.CharField(max_length=20), max_length=200)


class SubmissionSerializer(serializers.ModelSerializer[Submission]):
    class Meta:
        model = Submission
        fields = (
            *("number", "card_game", "state", "total", "blue", "held_points", "held_blue"),
            *("refused_for", "reason"),
        )


class RecordingView(MemberEndpoint):
    @extend_schema(
        operation_id="record_certificates",
        request=CertificateCodesSerializer,
        responses={201: SubmissionSerializer, **REFUSED},
    )
    def post(self, request: Request, number: str) -> Response:
        """Record what a player sent in, wholly or not at all; the answer says which."""
        values = valid(CertificateCodesSerializer(data=request.data))
        submission = record_certificates(
            by=acting_person(request),
            person=_player(number),
            codes=values["codes"],
            mutilated=values["mutilated"],
        )
        return made(request, SubmissionSerializer(submission).data, "api-player", number)


class OwnCertificatesView(MemberEndpoint):
    @extend_schema(
        operation_id="my_unrecorded_certificates", responses=serializer_for(OwnCertificate)(many=True)
    )
    def get(self, request: Request) -> Response:
        """Your certificates that are not recorded yet."""
        return Response(as_data(certificates_to_send(person=acting_person(request))))

    @extend_schema(
        operation_id="record_my_certificates",
        request=CertificateSerialsSerializer,
        responses={201: SubmissionSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Record your own certificates by their serials, wholly or not at all; the answer says which."""
        person = acting_person(request)
        serials = valid(CertificateSerialsSerializer(data=request.data))["serials"]
        submission = record_own(by=person, serials=serials)
        return made(request, SubmissionSerializer(submission).data, "api-player", person.number)


class OwnForecastView(MemberEndpoint):
    @extend_schema(
        operation_id="forecast_my_recording",
        request=CertificateSerialsSerializer,
        responses={200: serializer_for(Forecast), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """What recording these certificates of yours would bring; nothing is recorded."""
        person = acting_person(request)
        serials = valid(CertificateSerialsSerializer(data=request.data))["serials"]
        return or_not_found(
            recording_forecast(person=person, codes=codes_of_own(person=person, serials=serials))
        )


def _player(number: str) -> Person:
    person = person_numbered(number=number)
    if person is None:
        raise NotFound
    return person
