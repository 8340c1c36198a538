"""The canons of an event for programs: what was noted, noting one more, taking one back."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person, sent_key
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person
from tournaments.events.api.event_by_address import found_event
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.justice.canons.commands import CANON_COMMANDS
from tournaments.justice.canons.selectors import CanonBook, CanonLine, canon_book, canon_step_of, line_of
from tournaments.justice.canons.services import note_violation, require_keeps_canons


class NewViolationSerializer(serializers.Serializer[Any]):
    person = MemberNumberField()
    kind = serializers.CharField(max_length=40)
    what = serializers.CharField(allow_blank=True, default="", max_length=1000)
    round = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    choice = serializers.CharField(allow_blank=True, default="", max_length=20)


class CanonsView(MemberEndpoint):
    @extend_schema(operation_id="canons", responses={200: serializer_for(CanonBook), 403: ProblemSerializer})
    def get(self, request: Request, slug: str) -> Response:
        """What was noted at an event, and what a further violation of each player would bring."""
        return Response(as_data(canon_book(_event(slug, acting_person(request)))))

    @extend_schema(
        operation_id="note_violation",
        request=NewViolationSerializer,
        responses={201: serializer_for(CanonLine), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Note a violation; with an `Idempotency-Key`, sent twice it is one."""
        by = acting_person(request)
        event = _event(slug, by)
        typed = valid(NewViolationSerializer(data=request.data))
        step = note_violation(by=by, event=event, key=sent_key(request), **typed)
        return Response(as_data(line_of(step)), status=201)


class CanonActView(MemberEndpoint):
    path_values = {"act": CANON_COMMANDS}

    @extend_schema(
        operation_id="take_back_violation",
        request=CANON_COMMANDS.serializer,
        responses={200: serializer_for(CanonLine), **REFUSED},
    )
    def post(self, request: Request, slug: str, step: int, act: str) -> Response:
        """Take a violation back (`take-back`), with a reason."""
        by = acting_person(request)
        this_step = canon_step_of(_event(slug, by), step)
        done = CANON_COMMANDS.run_sent(request, act, by=by, thing=this_step)
        return Response(as_data(line_of(done.result)))


def _event(slug: str, person: Person) -> Event:
    event = found_event(slug, person)
    if format_named(event.format).canons is None:
        raise NotFound
    require_keeps_canons(person, today(), event, _("see the violations noted at this event"))
    return event
