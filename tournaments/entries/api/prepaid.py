"""The prepaid list and its drawing for programs."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import moment
from tournaments.entries.selectors.prepaid import Prepaid, prepaid_of
from tournaments.entries.services.prepaid_drawing import draw_refund, refund_of
from tournaments.events.api.event_by_address import found_event
from tournaments.events.services.events import require_runs

REFUSALS = {403: ProblemSerializer, 404: ProblemSerializer, 409: ProblemSerializer}


class PrepaidView(MemberEndpoint):
    @extend_schema(operation_id="prepaid", responses={200: serializer_for(Prepaid), **REFUSALS})
    def get(self, request: Request, slug: str) -> Response:
        """Who paid before the day for the events of the weekend."""
        by = acting_person(request)
        event = found_event(slug, by)
        require_runs(by, moment(None), event, _("see who prepaid"))
        refund_of(event)
        return Response(as_data(prepaid_of(event)))

    @extend_schema(
        operation_id="draw_refund", request=None, responses={200: serializer_for(Prepaid), **REFUSALS}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Hold the drawing for a refund, once for the weekend."""
        by = acting_person(request)
        event = found_event(slug, by)
        draw_refund(by=by, event=event)
        return Response(as_data(prepaid_of(event)))
