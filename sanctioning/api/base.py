"""What every endpoint has: who asks, and how a refusal is answered."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sanctioning.api.shapes import as_data
from sanctioning.models import Person
from sanctioning.refusal import Refusal


class RefusalSerializer(serializers.Serializer[Any]):
    """How the API says no (`sanctioning.api.errors`); where a serializer does, `facts` has its `fields`."""

    code = serializers.CharField()
    sentence = serializers.CharField()
    rule = serializers.CharField()
    remedy = serializers.CharField()
    facts = serializers.DictField()


class ReasonSerializer(serializers.Serializer[Any]):
    """A step for which a reason may be given; the service says where it must."""

    why = serializers.CharField(required=False, allow_blank=True, default="", max_length=4000)


class PublicEndpoint(APIView):
    """Read by anybody; whoever is signed in sees what is his besides."""

    permission_classes = [AllowAny]


class MemberEndpoint(APIView):
    permission_classes = [IsAuthenticated]


def asker(request: Request) -> Person | None:
    """The person behind the account that asks."""
    person: Person | None = getattr(request.user, "person", None) if request.user.is_authenticated else None
    return person.identity if person else None


def acting_person(request: Request) -> Person:
    person = asker(request)
    if person is None:
        raise Refusal(
            code="no-person",
            sentence=_("Your account belongs to no person with the authority."),
            rule=_("Whoever acts is a registered person."),
            remedy=_("Ask the registrar to link your account."),
            status=403,
        )
    return person


def sent_key(request: Request) -> str:
    """By what a request sent twice is known as one; empty without a key."""
    return request.headers.get("Idempotency-Key", "")[:80]


def found(shape: Any) -> Response:
    """The shape, or 404 for what is not there or not for the asker."""
    if shape is None:
        raise NotFound
    return Response(as_data(shape))
