"""Finding people, for programs and for the fields of the pages."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.people_search.selectors import FoundPeople, found_people


class FindPeopleView(MemberEndpoint):
    @extend_schema(
        operation_id="find_people",
        parameters=[
            OpenApiParameter(
                "q",
                str,
                description="Parts of the name, the number or the club, in any order.",
            )
        ],
        responses=serializer_for(FoundPeople),
    )
    def get(self, request: Request) -> Response:
        """People whose name, number or club has every word of `q`, as far as you may see them; where nobody
        has, those whose names are spelt most like it."""
        return Response(
            as_data(found_people(asker=acting_person(request), text=request.query_params.get("q", "")))
        )
