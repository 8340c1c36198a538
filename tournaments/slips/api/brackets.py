"""The bracket of an event for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import PublicEndpoint, or_not_found
from sanctioning.kit.api.serializers import serializer_for
from tournaments.slips.selectors.brackets import EventBracket, event_bracket


class BracketView(PublicEndpoint):
    @extend_schema(operation_id="bracket", responses=serializer_for(EventBracket))
    def get(self, request: Request, slug: str) -> Response:
        """Who meets whom from the first stage to the final, with scores, winners and the first places."""
        return or_not_found(event_bracket(slug))
