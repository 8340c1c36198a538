"""The calendar for programs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import MemberEndpoint, PublicEndpoint, acting_person, asker, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import SEARCH, filter_parameter, flag_parameter
from sanctioning.kit.messages.mail_text import link_to
from tournaments.events.list_filters import CARD_GAME, LEVEL, by_card_game
from tournaments.events.personal_calendar import Date, diary_of
from tournaments.events.selectors.calendar import MONTH, events
from tournaments.events.selectors.events import Calendar, CalendarLine, calendar
from tournaments.events.services.feeds import end_feed, renew_feed


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedLink:
    address: str


class EventsView(PublicEndpoint):
    @list_schema(
        "events",
        CalendarLine,
        filters=(
            filter_parameter("place", "Each word is part of the town, the hall or the club."),
            SEARCH,
            LEVEL,
            filter_parameter("game", "Only of this game, by the slug of its format."),
            CARD_GAME,
            OpenApiParameter(
                "month",
                {"type": "string", "pattern": MONTH},
                description="Only of which a day lies in this month, such as `2026-11`.",
            ),
            filter_parameter(
                "when",
                "`over` for those that are over, `all` for these too; without it those to come.",
                ("over", "all"),
            ),
            flag_parameter("places", "With `true` only with open places."),
        ),
        sorts=("day", "name", "place", "club", "level", "entries"),
    )
    def get(self, request: Request) -> Response:
        """Events to come, or by `when` those that are over, or all; a month shows all of it."""
        query = request.query_params
        source = events(asker=asker(request), when=query.get("when", ""), month=query.get("month", ""))
        return list_answer(request, replace(source, filters=(*source.filters, by_card_game())))


class MyCalendarView(MemberEndpoint):
    needs_key = True

    @extend_schema(operation_id="my_dates", responses=serializer_for(Date)(many=True))
    def get(self, request: Request) -> Response:
        """Your own dates: events entered and run, games to rule."""
        return Response(as_data(diary_of(acting_person(request))))

    @extend_schema(operation_id="renew_my_feed", request=None, responses={201: serializer_for(FeedLink)})
    def post(self, request: Request) -> Response:
        """Make the link of your own feed, or another in its place; it is told this once."""
        secret = renew_feed(by=acting_person(request))
        link = FeedLink(address=link_to(reverse("own-feed", args=[secret])))
        return Response(as_data(link), status=201)

    @extend_schema(operation_id="end_my_feed", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """End the link of your own feed."""
        end_feed(by=acting_person(request))
        return Response(status=204)


class CalendarView(PublicEndpoint):
    @extend_schema(operation_id="calendar", responses=serializer_for(Calendar))
    def get(self, request: Request) -> Response:
        """Events to come and the last ones past."""
        return or_not_found(calendar(asker=asker(request)))
