"""What endpoints answer alike: refusals, and 400 where what was sent cannot be read."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sanctioning.kit.api.endpoints import ProblemSerializer
from sanctioning.kit.api.members import require_known_members

REFUSED = {403: ProblemSerializer, 409: ProblemSerializer, 422: ProblemSerializer}


def valid(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    """What was sent, or 400 with what is wrong with it."""
    require_known_members(getattr(serializer, "initial_data", None), serializer)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
