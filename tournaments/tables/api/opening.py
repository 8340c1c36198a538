"""A table opened by a program: the next game of an event, with its players."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import made, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person
from sanctioning.kit.api.serializers import field_of_typed_dict
from sanctioning.kit.clock import today
from sanctioning.offices.permissions import require
from tournaments.entries.selectors.entries import entered_people
from tournaments.events.addresses import GameLabel
from tournaments.events.api.event_by_address import found_event
from tournaments.events.permissions import may_run_event
from tournaments.formats.documents import GamePlan
from tournaments.games.models import Game
from tournaments.games.services.games import open_table


class OpenGameSerializer(serializers.Serializer[Any]):
    planned = field_of_typed_dict(GamePlan)(help_text="How the game ends: one of stanzas, cycles or until.")
    players = serializers.ListField(
        child=serializers.CharField(max_length=20),
        allow_empty=False,
        help_text="Member numbers, clockwise.",
    )


class OpenedSerializer(serializers.ModelSerializer[Game]):
    game = serializers.CharField(source="label")
    planned = field_of_typed_dict(GamePlan)()

    class Meta:
        model = Game
        fields = ("game", "number", "group", "state", "planned")


class GamesView(MemberEndpoint):
    runs_event = True
    needs_key = True

    @extend_schema(
        operation_id="open_game",
        request=OpenGameSerializer,
        responses={201: OpenedSerializer, 403: ProblemSerializer, 409: ProblemSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Open the next game of an event with people who are entered at it."""
        person = acting_person(request)
        event = found_event(slug, person)
        require(
            may_run_event(person, today(), event),
            what=_("open games of this event"),
            who=_("somebody who runs the club"),
            rule="IV",
        )
        read = valid(OpenGameSerializer(data=request.data))
        entered = entered_people(event)
        entered |= {person.number: person for person in entered.values()}
        strangers = [number for number in read["players"] if number not in entered]
        if strangers:
            sentence = _("Not entered here: %(numbers)s.") % {"numbers": ", ".join(strangers)}
            raise serializers.ValidationError({"players": [sentence]})
        people = [entered[number] for number in read["players"]]
        game = open_table(by=person, event=event, planned=read["planned"], people=people)
        label = GameLabel(game.number, game.group)
        return made(request, OpenedSerializer(game).data, "api-table", event.slug, label)
