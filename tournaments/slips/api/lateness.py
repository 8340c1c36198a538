"""Who comes late to an event, for programs: what the clock says, and noting it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, sent_key
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import moment, today
from sanctioning.people.models.person import Person
from tournaments.events.api.event_by_address import found_event
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.justice.canons.selectors import CanonLine, line_of
from tournaments.slips.selectors.lateness import Proposal, proposal_of
from tournaments.slips.services.lateness import note_late, require_may_note_late


class CameSerializer(serializers.Serializer[Any]):
    """A team, or the players of it at `letters`, that came; now and to where its game is to come, if no more
    is said. Round 0: to register; the stages of a playoff count on after the rounds. `since` is the moment
    that counts, where it is not the one that was noted."""

    team = serializers.IntegerField(min_value=1, help_text="The number of the team.")
    letters = serializers.CharField(
        allow_blank=True, default="", max_length=8, help_text="Which of its players came; all where empty."
    )
    round = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        help_text="Where to: 0 to register, the stages of a playoff after the rounds.",
    )
    came = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="When they came; now if not said."
    )
    since = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="From when on they were awaited."
    )


class NewLateSerializer(CameSerializer):
    choice = serializers.CharField(allow_blank=True, default="", max_length=20)


class NotedLateSerializer(serializers.Serializer[Any]):
    """`slip` is the place of the sheet on which the game is lost, `sheet` what became of it: empty where no
    game is lost, written, says-so (it said so already), played (which is left as it is), no-game (the team
    sits at no table of that round) or for-the-director (who alone may write it)."""

    steps = serializer_for(CanonLine)(many=True)
    slip = serializers.CharField(allow_null=True)
    sheet = serializers.CharField()


class LatenessView(MemberEndpoint):
    runs_event = True

    @extend_schema(
        operation_id="lateness",
        parameters=[CameSerializer],
        responses={200: serializer_for(Proposal), **REFUSED},
    )
    def get(self, request: Request, slug: str) -> Response:
        """What the game's book says by the clock of a team that came; without a rule it is in time."""
        event = _event(slug, acting_person(request))
        typed = valid(CameSerializer(data=request.query_params.dict()))
        came = moment(typed.pop("came"))
        return Response(as_data(proposal_of(event, came=came, **typed)))

    @extend_schema(
        operation_id="note_lateness",
        request=NewLateSerializer,
        responses={201: NotedLateSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Note a lateness: the violation of each player, or the game as lost; with an `Idempotency-Key`, sent
        twice it is one."""
        by = acting_person(request)
        event = _event(slug, by)
        typed = valid(NewLateSerializer(data=request.data))
        noted = note_late(by=by, event=event, key=sent_key(request), **typed)
        steps = [as_data(line_of(step)) for step in noted.steps]
        slip = noted.slip.place if noted.slip else None
        return Response({"steps": steps, "slip": slip, "sheet": noted.sheet}, status=201)


def _event(slug: str, person: Person) -> Event:
    event = found_event(slug, person)
    if format_named(event.format).lateness is None:
        raise NotFound
    require_may_note_late(person, today(), event)
    return event
