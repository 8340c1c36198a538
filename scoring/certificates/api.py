"""Certificates for programs: checked, marked as mutilated, replaced."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    ProblemSerializer,
    PublicEndpoint,
    acting_person,
    or_not_found,
)
from sanctioning.kit.api.serializers import serializer_for
from sanctioning.kit.file_not_made_yet import file_not_made_yet
from scoring.certificates.selectors.badges import BadgeFile, certificate_badge
from scoring.certificates.selectors.certificates import (
    CertificateCard,
    CertificateCheck,
    certificate_card,
    certificate_check,
    certificate_named,
    waits_for_badge,
)
from scoring.certificates.services.certificates import mark_mutilated, replace_certificate


class WhySerializer(serializers.Serializer[Any]):
    why = serializers.CharField(allow_blank=True)


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


def _act(request: Request, code: str, act: Any) -> Response:
    person = acting_person(request)
    certificate = certificate_named(text=code)
    if certificate is None:
        raise NotFound
    act(by=person, certificate=certificate, why=valid(WhySerializer(data=request.data))["why"])
    return or_not_found(certificate_card(text=code, asker=person))


class CertificateBadgeView(MemberEndpoint):
    @extend_schema(
        operation_id="certificate_badge",
        responses={200: serializer_for(BadgeFile), 404: ProblemSerializer, 409: ProblemSerializer},
    )
    def get(self, request: Request, code: str) -> Response:
        """The certificate of this code or serial as a signed Open Badge, for its owner and the registrar."""
        person = acting_person(request)
        file = certificate_badge(name=code, asker=person)
        if file is None and waits_for_badge(serial=code, person=person):
            raise file_not_made_yet()
        return or_not_found(file)


class CertificateCheckView(PublicEndpoint):
    @extend_schema(operation_id="check_certificate", responses=serializer_for(CertificateCheck))
    def get(self, request: Request, code: str) -> Response:
        """Whether a certificate is genuine, and its state; nothing private."""
        return or_not_found(certificate_check(code=code))
