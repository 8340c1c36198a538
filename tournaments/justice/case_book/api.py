"""The case book for programs."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED
from sanctioning.kit.api.endpoints import MemberEndpoint, PublicEndpoint, acting_person
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import SEARCH, filter_parameter, flag_parameter
from sanctioning.kit.typed_input import whole_number
from tournaments.justice.case_book.commands import GUIDING_COMMANDS
from tournaments.justice.case_book.selectors import Statistics, case, case_book, statistics
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.outcomes import KINDS
from tournaments.justice.rulings.selectors.rulings import PublicRuling, public_ruling

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 9998


class BookRulingsView(PublicEndpoint):
    @list_schema(
        "case_book",
        PublicRuling,
        filters=(
            SEARCH,
            filter_parameter("section", "Only of this section, as it is cited (`section`)."),
            filter_parameter("irregularity", "Only rulings on this irregularity, by its slug."),
            filter_parameter("outcome", "Only with this outcome.", tuple(KINDS)),
            flag_parameter("guiding", "With `true` only guiding rulings."),
        ),
        sorts=("at", "section", "guiding"),
    )
    def get(self, request: Request) -> Response:
        """The case book: public rulings, naming nobody."""
        return list_answer(request, case_book())


class BookRulingView(PublicEndpoint):
    @extend_schema(operation_id="public_ruling", responses=serializer_for(PublicRuling))
    def get(self, request: Request, ruling: int) -> Response:
        return Response(as_data(public_ruling(_case(ruling))))


class BookRulingStepView(MemberEndpoint):
    path_values = {"act": GUIDING_COMMANDS}

    @extend_schema(
        operation_id="mark_ruling",
        request=GUIDING_COMMANDS.serializer,
        responses={200: serializer_for(PublicRuling), **REFUSED},
    )
    def post(self, request: Request, ruling: int, act: str) -> Response:
        """Mark a ruling as guiding, or take the mark away."""
        GUIDING_COMMANDS.run_sent(request, act, by=acting_person(request), thing=_case(ruling))
        return Response(as_data(public_ruling(_case(ruling))))


class StatisticsView(PublicEndpoint):
    @extend_schema(
        operation_id="ruling_statistics",
        parameters=[
            OpenApiParameter(
                "year",
                {"type": "integer", "minimum": FIRST_YEAR, "maximum": LAST_YEAR},
                description="Of this year alone; of all years if not said.",
            )
        ],
        responses=serializer_for(Statistics),
    )
    def get(self, request: Request) -> Response:
        """Rulings by section and outcome, and appeals by decision; `year` narrows."""
        typed = request.query_params.get("year")
        year = None if typed is None else whole_number(typed)
        if typed is not None and not (year and FIRST_YEAR <= year <= LAST_YEAR):
            raise ValidationError({"year": [_("Write a year, such as 2026.")]})
        return Response(as_data(statistics(year)))


def _case(number: int) -> Ruling:
    this_case = case(number)
    if this_case is None:
        raise NotFound
    return this_case
