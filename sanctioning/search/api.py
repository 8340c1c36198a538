"""The search, for programs and for the field in the masthead."""

from __future__ import annotations

from dataclasses import dataclass

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import PublicEndpoint, asker
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.search.selectors import MOST_OFFERED, FoundKind, found_everywhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """`said` is a sentence for people on how much was found."""

    kinds: tuple[FoundKind, ...]
    nearest: bool
    said: str


class SearchView(PublicEndpoint):
    @extend_schema(
        operation_id="search",
        parameters=[
            OpenApiParameter(
                "q",
                str,
                description="Words of a name, a number, a code, or what a page is about.",
            )
        ],
        responses=serializer_for(Answer),
    )
    def get(self, request: Request) -> Response:
        """The likeliest people, clubs, events, rosters, certificates, rules and guides, as far as you may
        open them; where nothing has every word of `q`, those that are spelt most like it."""
        text = request.query_params.get("q", "")
        found = found_everywhere(asker=asker(request), text=text, most=MOST_OFFERED)
        return Response(as_data(Answer(kinds=found.kinds, nearest=found.nearest, said=found.said)))
