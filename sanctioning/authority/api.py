"""The authority for programs: read by anybody, described by the Managing Executor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.authority.services import PLAIN, describe_authority
from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.installation.selectors import Authority, authority_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorityFacts:
    name: str
    short_name: str
    languages: tuple[str, ...]
    language: str
    time_zone: str
    currency: str
    contact_name: str
    contact_email: str
    postal_address: str
    imprint: str
    privacy: str
    crest_sha256: str


class AuthoritySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=120, required=False)
    short_name = serializers.CharField(max_length=20, required=False)
    languages = serializers.ListField(child=serializers.CharField(max_length=10), required=False)
    language = serializers.CharField(max_length=10, required=False)
    time_zone = serializers.CharField(max_length=60, required=False)
    currency = serializers.CharField(max_length=3, required=False)
    contact_name = serializers.CharField(max_length=120, required=False, allow_blank=True)
    contact_email = serializers.CharField(max_length=254, required=False, allow_blank=True)
    postal_address = serializers.CharField(max_length=1000, required=False, allow_blank=True)
    imprint = serializers.CharField(max_length=20_000, required=False, allow_blank=True)
    privacy = serializers.CharField(max_length=50_000, required=False, allow_blank=True)


class AuthorityView(MemberEndpoint):
    @extend_schema(
        operation_id="describe_authority",
        request=AuthoritySerializer,
        responses={200: serializer_for(AuthorityFacts), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Say whose installation this is; what is not sent stays as it was."""
        row = describe_authority(by=acting_person(request), **valid(AuthoritySerializer(data=request.data)))
        return Response(as_data(_facts(authority_of(row))))


def _facts(whose: Authority) -> AuthorityFacts:
    facts = {name: getattr(whose, name) for name in PLAIN}
    return AuthorityFacts(**facts, crest_sha256=whose.crest_sha256)
