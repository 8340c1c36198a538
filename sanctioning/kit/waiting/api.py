"""What waits for the person behind the token, for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.waiting.registry import Waits, holder_of, waiting_for


class WaitingView(MemberEndpoint):
    @extend_schema(operation_id="waiting", responses=serializer_for(Waits)(many=True))
    def get(self, request: Request) -> Response:
        """All that waits for you, by kind, each thing with its page and days."""
        return Response(as_data(waiting_for(holder_of(acting_person(request)))))
