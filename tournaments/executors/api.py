"""Executors for programs: their places, days and conflicts, proposals for an event, and appointing."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import today
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import SEARCH, filter_parameter
from sanctioning.offices.models.office import Appointment
from sanctioning.offices.permissions import EXECUTORS, is_managing_executor
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import event_at, executors_on, game_at
from tournaments.executors.commands import EXECUTOR_COMMANDS
from tournaments.executors.selectors.event_executors import AppointedToEvent, appointed_to
from tournaments.executors.selectors.executors import (
    ExecutorDetail,
    ExecutorLine,
    all_executors,
    executor_desk,
)
from tournaments.executors.selectors.proposals import (
    EventProposal,
    Troubled,
    proposals_of,
    troubled_games,
    unruled_games,
)
from tournaments.executors.services.appointing import (
    EVENT_ACTS,
    appoint_acting_executor,
    appoint_for_event,
    end_for_event,
    replace_for_event,
)


class AppointSerializer(serializers.Serializer[Any]):
    """Without a game, the executor is appointed to the event: to every game that has none, and to those to
    come."""

    executor = MemberNumberField()
    game = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    group = serializers.CharField(required=False, allow_blank=True, default="", max_length=12)


class EventExecutorActSerializer(serializers.Serializer[Any]):
    """`other` takes over, where the act is to replace."""

    executor = MemberNumberField()
    other = MemberNumberField(required=False)


class ExecutorsView(MemberEndpoint):
    @list_schema(
        "executors",
        ExecutorLine,
        filters=(
            SEARCH,
            filter_parameter("office", "Only of this office.", tuple(EXECUTORS)),
            filter_parameter("place", "Each word is part of the town, the hall or the club."),
        ),
        sorts=("name", "number"),
    )
    def get(self, request: Request) -> Response:
        """Everybody who rules today or will, for the Managing Executor."""
        person = acting_person(request)
        if not is_managing_executor(person, today()):
            raise NotFound
        return list_answer(request, all_executors(asker=person))


class ExecutorView(MemberEndpoint):
    @extend_schema(operation_id="executor", responses=serializer_for(ExecutorDetail))
    def get(self, request: Request, number: str) -> Response:
        """One executor's places, days, conflicts and games, for the executor and the Managing Executor."""
        return or_not_found(executor_desk(number=number, asker=acting_person(request)))


class ExecutorActView(MemberEndpoint):
    needs_key = frozenset({"leave"})
    path_values = {"act": EXECUTOR_COMMANDS}

    @extend_schema(
        operation_id="act_on_executor",
        request=EXECUTOR_COMMANDS.serializer,
        responses={200: serializer_for(ExecutorDetail), **REFUSED},
    )
    def post(self, request: Request, number: str, act: str) -> Response:
        """Change one thing about an executor: cover, uncover, leave, back, conflict or end-conflict."""
        person = acting_person(request)
        EXECUTOR_COMMANDS.run_sent(request, act, by=person, thing=person_numbered(number=number))
        return or_not_found(executor_desk(number=number, asker=person))


class TroubledView(MemberEndpoint):
    @extend_schema(operation_id="troubled_games", responses=serializer_for(Troubled)(many=True))
    def get(self, request: Request) -> Response:
        """Games under way whose Acting Executor may no longer rule, for the Managing Executor."""
        if not is_managing_executor(acting_person(request), today()):
            raise NotFound
        return Response(as_data(troubled_games()))


class ProposalView(MemberEndpoint):
    @extend_schema(operation_id="executor_proposals", responses=serializer_for(EventProposal)(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Who is proposed for the games of the event that have no Acting Executor, with the reasons; before
        any is open and anybody appointed, for the event."""
        event = _event(acting_person(request), slug)
        return Response(as_data(proposals_of(event)))

    @extend_schema(
        operation_id="appoint_acting_executor",
        request=AppointSerializer,
        responses={200: serializer_for(EventProposal)(many=True), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Appoint to one game, or to every game that has none; gives what still waits."""
        person = acting_person(request)
        event, data = _event(person, slug), valid(AppointSerializer(data=request.data))
        game = None
        if data["game"] is not None:
            game = game_at(event_slug=slug, number=data["game"], group=data["group"])
            if game is None:
                raise NotFound
        games = [game] if game else unruled_games(event)
        days = {event.local_day(game.starts_at) for game in games} or {event.first_day}
        term = _term(days, "executor", data["executor"])
        if game is not None:
            appoint_acting_executor(by=person, game=game, appointment=term)
        else:
            appoint_for_event(by=person, event=event, appointment=term)
        return Response(as_data(proposals_of(event)))


class EventExecutorActView(MemberEndpoint):
    path_values = {"act": EVENT_ACTS}

    @extend_schema(
        operation_id="act_on_event_executor",
        request=EventExecutorActSerializer,
        responses={200: serializer_for(AppointedToEvent)(many=True), **REFUSED},
    )
    def post(self, request: Request, slug: str, act: str) -> Response:
        """Let another executor take over the event (replace), or appoint to no further games of it (end)."""
        person = acting_person(request)
        event = _event(person, slug)
        if act not in EVENT_ACTS:
            raise NotFound
        data = valid(EventExecutorActSerializer(data=request.data))
        rows = event.executors.select_related("executor__person__merged_into")
        executor = next(
            (row.executor for row in rows if row.executor.person.identity == data["executor"]), None
        )
        if executor is None:
            raise serializers.ValidationError({"executor": [_("This person is not appointed to the event.")]})
        if act == "end":
            end_for_event(by=person, event=event, appointment=executor)
        elif "other" not in data:
            raise serializers.ValidationError({"other": [_("Say who takes over.")]})
        else:
            other = _term({event.first_day}, "other", data["other"])
            replace_for_event(by=person, event=event, appointment=other, instead_of=executor)
        return Response(as_data(appointed_to(event)))


def _term(days: set[dt.date], named: str, person: Person) -> Appointment:
    """The term as executor that the person has on one of the days."""
    terms = (term for running in executors_on(days).values() for term in running)
    term = next((term for term in terms if term.person == person), None)
    if term is None:
        raise serializers.ValidationError({named: [_("Nobody with this number is an executor then.")]})
    return term


def _event(person: Person, slug: str) -> Event:
    """For the Managing Executor, who appoints."""
    event = event_at(slug=slug, asker=person)
    if event is None or not is_managing_executor(person, today()):
        raise NotFound
    return event
