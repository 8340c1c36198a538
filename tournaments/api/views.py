"""The calendar for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.api.base import PublicEndpoint, asker, found
from sanctioning.api.shapes import serializer_for
from tournaments.selectors import Calendar, calendar


class CalendarView(PublicEndpoint):
    @extend_schema(operation_id="calendar", responses=serializer_for(Calendar))
    def get(self, request: Request) -> Response:
        """Events to come and the last ones past."""
        return found(calendar(asker=asker(request)))
