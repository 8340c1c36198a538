"""The audit trail for programs."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import SEARCH, SINCE, UNTIL, filter_parameter
from sanctioning.trail.permissions import require_may_read_trail
from sanctioning.trail.selectors import TrailLine, trail


class TrailView(MemberEndpoint):
    @list_schema(
        "audit_trail",
        TrailLine,
        filters=(
            SEARCH,
            filter_parameter("by", "Who did it: each word is part of a name, or the member number."),
            SINCE,
            UNTIL,
        ),
        sorts=("when", "action", "thing", "by"),
    )
    def get(self, request: Request) -> Response:
        """Who did what to what, when, why, from what, to what; the latest first."""
        person = acting_person(request)
        require_may_read_trail(person)
        return list_answer(request, trail(asker=person))
