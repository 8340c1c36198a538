"""The director's floor for programs: all tables with what needs somebody, and people put where they sit."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import today
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.directing.commands import FLOOR_COMMANDS
from tournaments.directing.permissions import require_rules_at
from tournaments.directing.selectors.floor import Floor, FloorTable, floor_of, ruled_tables
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.selectors.events import event_of_tables


class FloorView(MemberEndpoint):
    @extend_schema(operation_id="floor", responses={200: serializer_for(Floor), 403: ProblemSerializer})
    def get(self, request: Request, slug: str) -> Response:
        """Every table of an event with its needs, and everybody without a table."""
        return Response(as_data(floor_of(_event(slug, acting_person(request)))))


class FloorActView(MemberEndpoint):
    path_values = {"act": FLOOR_COMMANDS}

    @extend_schema(
        operation_id="act_on_floor",
        request=FLOOR_COMMANDS.serializer,
        responses={200: serializer_for(Floor), 403: ProblemSerializer, 409: ProblemSerializer},
    )
    def post(self, request: Request, slug: str, act: str) -> Response:
        """Do one thing with a player (place, free, wait, withdraw, …); the answer is the floor after."""
        person = acting_person(request)
        event = _event(slug, person)
        FLOOR_COMMANDS.run_sent(request, act, by=person, thing=event)
        return Response(as_data(floor_of(event)))


class RuledTablesView(MemberEndpoint):
    @extend_schema(
        operation_id="ruled_tables",
        responses={200: serializer_for(FloorTable)(many=True), 403: ProblemSerializer},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The tables of an event that the asker rules, those first that call."""
        person = acting_person(request)
        event = event_of_tables(slug=slug, asker=person)
        if event is None:
            raise NotFound
        require_rules_at(by=person, event=event)
        return Response([as_data(table) for table in ruled_tables(event, person)])


def _event(slug: str, person: Person) -> Event:
    event = event_of_tables(slug=slug, asker=person)
    if event is None:
        raise NotFound
    require(
        may_run_event(person, today(), event),
        what=_("run this event"),
        who=_("an officer or director of the club"),
        rule="IV",
    )
    return event
