"""Events for programs: registering one with its application, changing and cancelling it."""

from __future__ import annotations

import dataclasses
import datetime as dt
from decimal import Decimal
from typing import Annotated, Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.clubs.selectors import club_with
from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.conditional import only_as_read
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    ReasonSerializer,
    acting_person,
    or_not_found,
)
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import authority_zone_name, moment, today
from sanctioning.kit.money import LARGEST, Money
from sanctioning.law.models.levels import EventType, Level
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from tournaments.events.api.event_by_address import found_event
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_see_registration
from tournaments.events.selectors.clashes import Clash, clashes_with
from tournaments.events.selectors.events import event_at
from tournaments.events.services.changes import cancel_event, change_event
from tournaments.events.services.events import apply_for_sanction, register_event, require_may_register
from tournaments.events.terms import (
    ANSWER_HOURS,
    LARGEST_CAPACITY,
    LEAST_CAPACITY,
    MOST_ANSWER_HOURS,
    MOST_GAMES,
    EventTerms,
)
from tournaments.formats.registry import HOME_FORMAT

TERMS = tuple(field.name for field in dataclasses.fields(EventTerms))


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    slug: str
    name: str
    place: str
    starts_at: dt.datetime
    ends_at: dt.datetime
    time_zone: str
    description: str
    games_planned: int
    entry_fee: Money
    capacity: int | None
    entries_from: dt.date | None
    entries_until: dt.date | None
    entry_requirements: str
    answer_hours: int
    sanction_state: Annotated[str, Sanction.State, ""]
    cancelled_for: str
    clashes: tuple[Clash, ...]


class TermsSerializer(serializers.Serializer[Any]):
    place = serializers.CharField(max_length=160)
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    time_zone = serializers.CharField(max_length=60, default=authority_zone_name)
    description = serializers.CharField(required=False, allow_blank=True, default="", max_length=10_000)
    games_planned = serializers.IntegerField(min_value=1, max_value=MOST_GAMES, default=1)
    entry_fee = serializers.DecimalField(
        max_digits=9, decimal_places=2, min_value=Decimal(0), max_value=LARGEST, default=Decimal("0.00")
    )
    capacity = serializers.IntegerField(
        min_value=LEAST_CAPACITY, max_value=LARGEST_CAPACITY, allow_null=True, default=None
    )
    entries_from = serializers.DateField(allow_null=True, default=None)
    entries_until = serializers.DateField(allow_null=True, default=None)
    entry_requirements = serializers.CharField(allow_blank=True, default="", max_length=4000)
    answer_hours = serializers.IntegerField(min_value=0, max_value=MOST_ANSWER_HOURS, default=ANSWER_HOURS)


class NewEventSerializer(TermsSerializer):
    """With grounds, the application is for the individual sanction of one game."""

    name = serializers.CharField(max_length=160)
    format = serializers.SlugField(max_length=40, default=HOME_FORMAT)
    level = serializers.SlugRelatedField(slug_field="slug", queryset=Level.objects.all())
    type = serializers.SlugRelatedField(slug_field="slug", queryset=EventType.objects.all())
    grounds = serializers.CharField(required=False, allow_blank=True, default="", max_length=4000)


class EventChangeSerializer(TermsSerializer):
    notice = serializers.CharField(required=False, allow_blank=True, default="", max_length=4000)


class NewEventView(MemberEndpoint):
    @extend_schema(
        operation_id="register_event",
        request=NewEventSerializer,
        responses={201: serializer_for(Registration), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Register an event of the club and apply for its sanction; the answer tells what it clashes with."""
        person, club = acting_person(request), club_with(slug)
        if club is None:
            raise NotFound
        require_may_register(by=person, club=club, at=moment(None))
        data = valid(NewEventSerializer(data=request.data))
        level, event_type, grounds = data.pop("level"), data.pop("type"), data.pop("grounds")
        terms = EventTerms(**{name: data.pop(name) for name in TERMS})
        with transaction.atomic():
            event = register_event(by=person, club=club, format_slug=data.pop("format"), terms=terms, **data)
            apply_for_sanction(
                by=person,
                event=event,
                level=level,
                event_type=event_type,
                kind=Sanction.Kind.INDIVIDUAL if grounds.strip() else Sanction.Kind.EVENT,
                grounds=grounds,
            )
        return made(request, as_data(registration(event.slug, person)), "api-registration", event.slug)


class RegistrationView(MemberEndpoint):
    @extend_schema(operation_id="registration", responses=serializer_for(Registration))
    def get(self, request: Request, slug: str) -> Response:
        """What was registered of an event, and what it clashes with, for those who run or sanction it."""
        return or_not_found(registration(slug, acting_person(request)))

    @extend_schema(
        operation_id="change_event",
        request=EventChangeSerializer(partial=True),
        responses={200: serializer_for(Registration), **REFUSED},
    )
    @only_as_read(lambda request, slug: Event.objects.filter(slug=slug))
    def patch(self, request: Request, slug: str) -> Response:
        """Change what is given; after the sanction is granted, with a notice to the players."""
        person = acting_person(request)
        event = found_event(slug, person)
        changes = valid(EventChangeSerializer(data=request.data, partial=True))
        notice = changes.pop("notice", "")
        change_event(by=person, event=event, changes=changes, notice=notice)
        return or_not_found(registration(slug, person))


class CancelEventView(MemberEndpoint):
    @extend_schema(
        operation_id="cancel_event",
        request=ReasonSerializer,
        responses={200: serializer_for(Registration), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Call the event off, with its sanction or application."""
        person = acting_person(request)
        event = found_event(slug, person)
        typed = valid(ReasonSerializer(data=request.data))
        cancel_event(by=person, event=event, why=typed["why"])
        return or_not_found(registration(slug, person))


def registration(slug: str, person: Person) -> Registration | None:
    event: Event | None = event_at(slug=slug, asker=person)
    if event is None or not may_see_registration(person, today(), event):
        return None
    return Registration(
        slug=event.slug,
        name=event.name,
        place=event.place,
        starts_at=event.starts_at,
        ends_at=event.ends_at,
        time_zone=event.time_zone,
        description=event.description,
        **dataclasses.asdict(event.terms),
        sanction_state=event.sanction.state if event.sanction else "",
        cancelled_for=event.cancelled_for,
        clashes=clashes_with(
            starts_at=event.starts_at, ends_at=event.ends_at, place=event.place, club=event.club, but=event
        ),
    )
