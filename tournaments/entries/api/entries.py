"""Entries for programs: the list, entering, every step of an entry, and who may enter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.conditional import only_as_read
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, asker
from sanctioning.kit.api.serializers import as_data, field_of_typed_dict, serializer_for
from sanctioning.kit.clock import today
from tournaments.entries.commands import ENTRY_COMMANDS
from tournaments.entries.models.entry import Entry
from tournaments.entries.permissions import may_enter
from tournaments.entries.selectors.entries import (
    EnteredListLine,
    EntryLine,
    EntryList,
    entry_list,
    entry_of,
    lists_of,
    own_entry,
)
from tournaments.entries.selectors.scanned import scanned_number
from tournaments.entries.services.check_in import all_present, undo_all_present
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.entries.services.entered_lists import enter_list, take_back_list
from tournaments.entries.services.promised_fees import enter_with_fee
from tournaments.events.api.conditions import require_known_conditions
from tournaments.events.api.event_by_address import found_event
from tournaments.events.entry_conditions import EntryCondition
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event


class NewEntrySerializer(serializers.Serializer[Any]):
    person = MemberNumberField()
    late_for = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)
    requirements_met = serializers.BooleanField(required=False, default=False)
    fee = serializers.ChoiceField(Entry.BY_HAND, required=False, default=Entry.Fee.UNPAID)
    why = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


class EntryConditionsSerializer(serializers.Serializer[Any]):
    conditions = serializers.ListField(child=field_of_typed_dict(EntryCondition)(), max_length=20)


class EntriesView(MemberEndpoint):
    @extend_schema(operation_id="entries", responses=serializer_for(EntryList))
    def get(self, request: Request, slug: str) -> Response:
        """Who is entered, who waits, who has come: for whoever runs the event."""
        person = acting_person(request)
        event = found_event(slug, person)
        if not may_run_event(person, today(), event):
            raise NotFound
        return Response(as_data(entry_list(event)))

    @extend_schema(
        operation_id="enter_person",
        request=NewEntrySerializer,
        responses={201: serializer_for(EntryLine), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter a person: oneself, or anybody for whoever runs the event."""
        by = acting_person(request)
        event = found_event(slug, by)
        typed = valid(NewEntrySerializer(data=request.data))
        entry = enter_with_fee(by=by, event=event, **typed)
        return Response(as_data(own_entry(slug, entry.person)), status=201)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    number: str


class ScannedView(MemberEndpoint):
    @extend_schema(
        operation_id="scanned_player",
        parameters=[OpenApiParameter("text", str, required=True, description="What the code says.")],
        responses=serializer_for(Scanned),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Whose code was scanned at the door: the member number of somebody entered, or "" for nobody."""
        person = acting_person(request)
        event = found_event(slug, person)
        if not may_run_event(person, today(), event):
            raise NotFound
        text = request.query_params.get("text", "")
        return Response(as_data(Scanned(number=scanned_number(event, text))))


class EnteredPeopleSerializer(serializers.Serializer[Any]):
    people = serializers.ListField(child=MemberNumberField(), min_length=1, max_length=200)
    late_for = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)
    requirements_met = serializers.BooleanField(required=False, default=False)


class EnteredListsView(MemberEndpoint):
    @extend_schema(
        operation_id="enter_people",
        request=EnteredPeopleSerializer,
        responses={201: serializer_for(EnteredListLine), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter several people at once: all of them or none; who is entered already stays so."""
        by = acting_person(request)
        event = found_event(slug, by)
        if not may_run_event(by, today(), event):
            raise NotFound
        enter_list(by=by, event=event, **valid(EnteredPeopleSerializer(data=request.data)))
        return made(request, as_data(lists_of(event)[0]), "api-entries", slug)


class TakeBackListView(MemberEndpoint):
    @extend_schema(
        operation_id="take_back_entered_list",
        request=None,
        responses={200: serializer_for(EntryList), **REFUSED},
    )
    def post(self, request: Request, slug: str, entered_list: int) -> Response:
        """Withdraw everybody whom a list entered, while nobody of it has come or paid."""
        by = acting_person(request)
        event = found_event(slug, by)
        entered = event.entered_lists.filter(pk=entered_list).first()
        if entered is None or not may_run_event(by, today(), event):
            raise NotFound
        take_back_list(by=by, entered=entered)
        return Response(as_data(entry_list(event)))


class AllPresentSerializer(serializers.Serializer[Any]):
    paid = serializers.BooleanField(required=False, default=False)
    requirements_met = serializers.BooleanField(required=False, default=False)


class AllPresentView(MemberEndpoint):
    @extend_schema(
        operation_id="check_everybody_in",
        request=AllPresentSerializer,
        responses={200: serializer_for(EntryList), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Everybody who is entered and not there yet is there, and with `paid` has paid."""
        person = acting_person(request)
        event = found_event(slug, person)
        if not may_run_event(person, today(), event):
            raise NotFound
        all_present(by=person, event=event, **valid(AllPresentSerializer(data=request.data)))
        return Response(as_data(entry_list(event)))


class UndoAllPresentSerializer(serializers.Serializer[Any]):
    came_at = serializers.DateTimeField()


class UndoAllPresentView(MemberEndpoint):
    @extend_schema(
        operation_id="undo_check_everybody_in",
        request=UndoAllPresentSerializer,
        responses={200: serializer_for(EntryList), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Those who came by one step, at `came_at`, are not there after all and owe what they paid then."""
        person = acting_person(request)
        event = found_event(slug, person)
        if not may_run_event(person, today(), event):
            raise NotFound
        undo_all_present(by=person, event=event, **valid(UndoAllPresentSerializer(data=request.data)))
        return Response(as_data(entry_list(event)))


class EntryStepView(MemberEndpoint):
    path_values = {"act": ENTRY_COMMANDS}

    @extend_schema(
        operation_id="act_on_entry",
        request=ENTRY_COMMANDS.serializer,
        responses={200: serializer_for(EntryLine), **REFUSED},
    )
    def post(self, request: Request, slug: str, entry: int, act: str) -> Response:
        """Take one step of an entry: withdraw, leave (the table as well), accept (a place that is offered),
        skip (ask the next), absent, absent-sure (though the place goes to the next), restore, check-in,
        check-in-met, come (present and paid), come-met, take-back (what `come` did), undo, paid, promised,
        unpaid or waive."""
        by = acting_person(request)
        event = found_event(slug, by)
        this_entry = entry_of(event, entry)
        if this_entry is None or not may_enter(by, today(), event, this_entry.person):
            raise NotFound
        ENTRY_COMMANDS.run_sent(request, act, by=by, thing=this_entry)
        return Response(as_data(own_entry(slug, this_entry.person)))


class ConditionsView(MemberEndpoint):
    @extend_schema(operation_id="entry_conditions", responses=EntryConditionsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Who may enter; all conditions must be met."""
        return Response({"conditions": found_event(slug, asker(request)).entry_conditions})

    @extend_schema(
        operation_id="set_entry_conditions",
        request=EntryConditionsSerializer,
        responses={200: EntryConditionsSerializer, **REFUSED},
    )
    @only_as_read(lambda request, slug: Event.objects.filter(slug=slug))
    def put(self, request: Request, slug: str) -> Response:
        """Say who may enter; a list of conditions, of which all must be met."""
        by = acting_person(request)
        event = found_event(slug, by)
        typed = valid(EntryConditionsSerializer(data=request.data))
        require_known_conditions(typed["conditions"])
        event = set_entry_conditions(by=by, event=event, conditions=typed["conditions"])
        return Response({"conditions": event.entry_conditions})
