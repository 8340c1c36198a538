"""The signed heads, for whoever keeps them elsewhere."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import PublicEndpoint
from sanctioning.kit.api.serializers import as_data, serializer_for
from scoring.heads.selectors import HeadShown, latest_heads


class HeadsView(PublicEndpoint):
    @extend_schema(operation_id="signed_heads", responses=serializer_for(HeadShown)(many=True))
    def get(self, request: Request) -> Response:
        """The latest signed heads, the newest first, to be kept elsewhere."""
        return Response(as_data(latest_heads()))
