"""What endpoints answer alike: refusals, and 400 where what was sent cannot be read."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import ProblemSerializer
from sanctioning.kit.api.members import require_known_members

REFUSED = {403: ProblemSerializer, 409: ProblemSerializer, 422: ProblemSerializer}


def made(request: Request, data: Any, address: str, *place: object) -> Response:
    """The answer to what made something that has an address of its own: the name of that, and what stands in
    it. Where something has none, it is at the address that made it."""
    where = request.build_absolute_uri(reverse(address, args=place))
    return Response(data, status=status.HTTP_201_CREATED, headers={"Location": where})


def valid(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    """What was sent, or 400 with what is wrong with it."""
    require_known_members(getattr(serializer, "initial_data", None), serializer)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
