"""Rulings on disputed entries for programs: those of an event, and ruling on one more."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person, sent_key
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from tournaments.calls.models import Call
from tournaments.calls.selectors import call_of_event
from tournaments.entries.selectors.rulings import EntryRulingLine, entry_ruling_line, entry_rulings_of
from tournaments.entries.services.rulings import rule_on_entry
from tournaments.events.api.event_by_address import found_event
from tournaments.events.models.event import Event

WHO = _lazy("anyone who runs the event, rules there, or hears appeals")


class NewEntryRulingSerializer(serializers.Serializer[Any]):
    person = MemberNumberField()
    admitted = serializers.BooleanField()
    what = serializers.CharField(allow_blank=True, default="", max_length=4000)
    reason = serializers.CharField(allow_blank=True, default="", max_length=4000)
    call = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)


class EntryRulingsView(MemberEndpoint):
    needs_key = True

    @extend_schema(
        operation_id="entry_rulings",
        responses={200: serializer_for(EntryRulingLine)(many=True), 403: ProblemSerializer},
    )
    def get(self, request: Request, slug: str) -> Response:
        """What was ruled on entries, the latest first."""
        person = acting_person(request)
        rulings = entry_rulings_of(event=found_event(slug, person), asker=person)
        require(rulings is not None, what=_("see the rulings on entries of this event"), who=WHO, rule="IV")
        return Response(as_data(rulings))

    @extend_schema(
        operation_id="rule_on_entry",
        request=NewEntryRulingSerializer,
        responses={201: serializer_for(EntryRulingLine), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Let somebody in or keep them out; with an `Idempotency-Key`, sent twice it is one ruling."""
        person = acting_person(request)
        event = found_event(slug, person)
        serializer = valid(NewEntryRulingSerializer(data=request.data))
        typed = serializer
        ruling = rule_on_entry(
            by=person,
            event=event,
            call=_call(event, typed.pop("call")),
            key=sent_key(request),
            **typed,
        )
        return Response(as_data(entry_ruling_line(ruling)), status=status.HTTP_201_CREATED)


def _call(event: Event, number: int | None) -> Call | None:
    if number is None:
        return None
    call = call_of_event(event=event, number=number)
    if call is None:
        raise NotFound
    return call
