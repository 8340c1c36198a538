"""Seasons for programs: evenings in a row, registered together."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.clubs.selectors import club_with
from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person
from sanctioning.kit.api.serializers import as_data, field_of_typed_dict, serializer_for
from sanctioning.kit.clock import moment
from sanctioning.kit.typed_input import zone_named
from tournaments.events.api.conditions import require_known_conditions
from tournaments.events.api.events import TERMS, NewEventSerializer, Registration, registration
from tournaments.events.entry_conditions import EntryCondition
from tournaments.events.services.events import require_may_register, require_times
from tournaments.events.terms import EventTerms
from tournaments.seasons.evenings import MOST_EVENINGS, SeasonEvening, evenings_on
from tournaments.seasons.services import Alike, register_evenings
from tournaments.series.models import Series


class SeasonSerializer(NewEventSerializer):
    """The first evening, and the days of all of them, the first among them: each begins and ends at the same
    hours, and its entries open and close as long before."""

    grounds = None  # type: ignore[assignment]  # of the sanction of one game alone
    days = serializers.ListField(
        child=serializers.DateField(), max_length=MOST_EVENINGS, help_text="The days of the evenings."
    )
    series = serializers.CharField(
        max_length=60,
        required=False,
        allow_blank=True,
        default="",
        help_text="A series of the club for whose playoff the results count.",
    )
    conditions = serializers.ListField(
        child=field_of_typed_dict(EntryCondition)(),
        max_length=20,
        required=False,
        default=list,
        help_text="Who may enter, as `set_entry_conditions` takes it.",
    )


class NewSeasonView(MemberEndpoint):
    @extend_schema(
        operation_id="register_season",
        request=SeasonSerializer,
        responses={201: serializer_for(Registration)(many=True), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Register the evenings of a season, all or none, and send in their applications."""
        person, club = acting_person(request), club_with(slug)
        if club is None:
            raise NotFound
        require_may_register(by=person, club=club, at=moment(None))
        sent = valid(SeasonSerializer(data=request.data))
        require_known_conditions(sent["conditions"])
        require_times(sent["starts_at"], sent["ends_at"])
        zone_named(sent["time_zone"], _("An event"))
        series = Series.objects.filter(club=club, settled_at=None, slug=sent["series"]).first()
        if sent["series"] and series is None:
            raise serializers.ValidationError({"series": [_("There is no such series.")]})
        first = SeasonEvening(
            name=sent["name"],
            starts_at=sent["starts_at"],
            ends_at=sent["ends_at"],
            terms=EventTerms(**{name: sent[name] for name in TERMS}),
        )
        alike = Alike(
            club=club,
            place=sent["place"],
            time_zone=sent["time_zone"],
            format_slug=sent["format"],
            description=sent["description"],
            level=sent["level"],
            event_type=sent["type"],
            entry_conditions=sent["conditions"],
            series=series,
        )
        evenings = evenings_on(tuple(sorted(set(sent["days"]))), first, sent["time_zone"])
        events = register_evenings(by=person, alike=alike, evenings=evenings)
        registered = [registration(event.slug, person) for event in events]
        return made(request, [as_data(event) for event in registered], "api-registration", events[0].slug)
