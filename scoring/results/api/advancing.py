"""Who goes on from an event of teams, for programs; and teams taken over into the next."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import PublicEndpoint, acting_person, asker
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person
from scoring.results.selectors.advancing import Advancing, advancing, has_ladder
from scoring.results.services.advancing import take_over
from tournaments.events.api.event_by_address import found_event
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event


class TakeOverSerializer(serializers.Serializer[Any]):
    """The event that teams come from, and the area or zone that it is, where its game has these."""

    from_event = serializers.SlugField(max_length=120)
    origin = serializers.CharField(required=False, allow_blank=True, default="", max_length=60)
    late_for = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


class AdvancingView(PublicEndpoint):
    @extend_schema(operation_id="advancing_teams", responses=serializer_for(Advancing))
    def get(self, request: Request, slug: str) -> Response:
        """The teams that go on; for whoever runs the event, those before it that it may take teams from."""
        person = asker(request)
        event = _event(slug, person)
        return Response(as_data(advancing(event, runs=may_run_event(person, today(), event))))

    @extend_schema(
        operation_id="take_over_advancing_teams",
        request=TakeOverSerializer,
        responses={201: serializer_for(Advancing), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter the teams that go on from an earlier event."""
        by = acting_person(request)
        event = _event(slug, by)
        typed = valid(TakeOverSerializer(data=request.data))
        source = found_event(typed.pop("from_event"), by)
        take_over(by=by, event=event, source=source, **typed)
        return Response(as_data(advancing(event, runs=True)), status=201)


def _event(slug: str, person: Person | None) -> Event:
    event = found_event(slug, person)
    if not has_ladder(event):
        raise NotFound
    return event
