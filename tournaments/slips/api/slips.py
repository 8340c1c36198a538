"""Slips for programs: what is due, one slip told beforehand, reported or signed, and the event closed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import APIException, NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    ReasonSerializer,
    acting_person,
    sent_key,
)
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.api import page_links, page_wanted
from sanctioning.kit.lists.parameters import filter_parameter, page_parameter, require_one_of
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.events.api.event_by_address import found_event
from tournaments.games.models import Game
from tournaments.slips.api.fields import SlipPage, SlipState, SlipToFill, page_of, state_of, to_fill
from tournaments.slips.api.values import SlipValuesField
from tournaments.slips.permissions import may_see_slips
from tournaments.slips.selectors.narrowing import ONLY, narrowed
from tournaments.slips.selectors.slip_games import slips_of
from tournaments.slips.selectors.slips import (
    SlipLine,
    game_of_event,
    lines_in,
    slip_line,
    slip_list,
    slip_words,
)
from tournaments.slips.services.reopening import open_slips_again
from tournaments.slips.services.slips import (
    HandedIn,
    Reported,
    close_event,
    hand_in,
    key_in_stack,
    sign_slip,
)

MOST_SLIPS = 300
NARROWED = [
    filter_parameter("search", "Words of the title: table, team or number."),
    filter_parameter("only", "Only slips in this state.", ONLY),
    page_parameter(),
]


class SlipSerializer(serializers.Serializer[Any]):
    """The fields of the slip by name; a correction names the version it looked at, and why."""

    values = SlipValuesField(source="typed")
    replaces = serializers.IntegerField(min_value=0, default=0)
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


class StackedSlipSerializer(SlipSerializer):
    place = serializers.SlugField(max_length=80)


class StackSerializer(serializers.Serializer[Any]):
    """Slips that are entered together: all are kept, or none."""

    slips = serializers.ListField(child=StackedSlipSerializer(), min_length=1, max_length=MOST_SLIPS)


class SignatureSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=1)


class SlipToPreviewSerializer(serializers.Serializer[Any]):
    values = SlipValuesField()


@dataclass(frozen=True, slots=True, kw_only=True)
class ComesTo:
    """What values come to, a sentence each; none of a slip that cannot tell."""

    words: tuple[str, ...]


class SlipsView(MemberEndpoint):
    keeps_key_itself = True

    @extend_schema(
        operation_id="slips",
        parameters=NARROWED,
        responses=serializer_for(SlipPage),
    )
    def get(self, request: Request, slug: str) -> Response:
        """One page of what is due in an event, with what stands, who signed it and what was found."""
        by = acting_person(request)
        return _page(request, _game(slug, by), by, _only(request))

    @extend_schema(
        operation_id="report_slips",
        request=StackSerializer,
        responses={201: serializer_for(SlipState)(many=True), 404: OpenApiTypes.OBJECT, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter a stack of slips at once, all of them or none; the event is checked once for all."""
        by = acting_person(request)
        with _seen_by(by, slug) as game:
            typed = valid(StackSerializer(data=request.data))
            key = sent_key(request)
            reported = [
                Reported(**slip, idempotency_key=key_in_stack(key, slip["place"])) for slip in typed["slips"]
            ]
            handed_in = hand_in(by=by, game=game, reported=reported)
        return Response(as_data(_as_they_stand(by, handed_in)), status=201)


class SlipView(MemberEndpoint):
    keeps_key_itself = True

    @extend_schema(operation_id="slip", responses={200: serializer_for(SlipToFill), 404: OpenApiTypes.OBJECT})
    def get(self, request: Request, slug: str, place: str) -> Response:
        """One slip that is due: what its fields ask for, and what stands."""
        by = acting_person(request)
        return Response(as_data(to_fill(_line(_game(slug, by), by, place))))

    @extend_schema(
        operation_id="report_slip",
        request=SlipSerializer,
        responses={201: serializer_for(SlipState), 404: OpenApiTypes.OBJECT, **REFUSED},
    )
    def post(self, request: Request, slug: str, place: str) -> Response:
        """Report what a table hands in, or correct it; the answer is the slip as it stands."""
        by = acting_person(request)
        with _seen_by(by, slug) as game:
            typed = valid(SlipSerializer(data=request.data))
            reported = Reported(place=place, idempotency_key=sent_key(request), **typed)
            handed_in = hand_in(by=by, game=game, reported=[reported])
        [state] = _as_they_stand(by, handed_in)
        return Response(as_data(state), status=201)


class SlipPreviewView(MemberEndpoint):
    @extend_schema(
        operation_id="preview_slip",
        request=SlipToPreviewSerializer,
        responses={200: serializer_for(ComesTo), 404: OpenApiTypes.OBJECT, **REFUSED},
    )
    def post(self, request: Request, slug: str, place: str) -> Response:
        """See what the values of a slip come to before it is handed in; nothing is kept."""
        by = acting_person(request)
        game = _game(slug, by)
        typed = valid(SlipToPreviewSerializer(data=request.data))
        words = slip_words(game, place, typed["values"], by)
        if words is None:
            raise NotFound
        return Response(as_data(ComesTo(words=words)))


class SlipSignatureView(MemberEndpoint):
    @extend_schema(
        operation_id="sign_slip",
        request=SignatureSerializer,
        responses={200: serializer_for(SlipState), **REFUSED},
    )
    def post(self, request: Request, slug: str, place: str) -> Response:
        """Sign a slip in the version that was looked at, as a second person."""
        by = acting_person(request)
        game = _game(slug, by)
        typed = valid(SignatureSerializer(data=request.data))
        slip = game.slips.filter(place=place, version=typed["version"]).first()
        if slip is None:
            raise NotFound
        sign_slip(by=by, slip=slip)
        return Response(as_data(state_of(_line(_game(slug, by), by, place))))


class CloseEventView(MemberEndpoint):
    runs_event = True

    @extend_schema(
        operation_id="close_event",
        parameters=NARROWED,
        request=None,
        responses={200: serializer_for(SlipPage), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make the report of the event from its slips, once all stand and are signed; the answer is the first
        page of them."""
        by = acting_person(request)
        only = _only(request)
        close_event(by=by, game=_game(slug, by))
        return _page(request, _game(slug, by), by, only)


class OpenAgainView(MemberEndpoint):
    runs_event = True

    @extend_schema(
        operation_id="open_slips_again",
        parameters=NARROWED,
        request=ReasonSerializer,
        responses={200: serializer_for(SlipPage), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Take the closing of an event back, before its report is confirmed; the answer is the first page of
        the slips."""
        by = acting_person(request)
        only = _only(request)
        typed = valid(ReasonSerializer(data=request.data))
        open_slips_again(by=by, game=_game(slug, by), why=typed["why"])
        return _page(request, _game(slug, by), by, only)


def _only(request: Request) -> str:
    """To what the list is narrowed; whoever asks for what there is not is told before anything is done."""
    require_one_of(request.query_params, {"only": ONLY})
    only: str = request.query_params.get("only", "")
    return only


def _page(request: Request, game: Game, by: Person, only: str) -> Response:
    query = request.query_params
    listed = slip_list(game, by)
    shown = narrowed(listed.phases, query.get("search", ""), only)
    page = page_of(listed, shown, page_wanted(request))
    return Response(as_data(page), headers=page_links(request, page.page, page.pages, page.found))


def _as_they_stand(by: Person, handed_in: HandedIn) -> tuple[SlipState, ...]:
    places = {slip.place for slip in handed_in.slips}
    return tuple(map(state_of, lines_in(handed_in.folder, by, places, runs=handed_in.runs)))


@contextmanager
def _seen_by(person: Person, slug: str) -> Iterator[Game]:
    """The game of an event for whoever hands in there. Who may do that may see it, so that only of whoever is
    refused it is asked whether there is anything to see."""
    game = slips_of(slug)
    if game is None:
        raise NotFound
    try:
        yield game
    except (Refusal, APIException):
        _game(slug, person)
        raise


def _line(game: Game, by: Person, place: str) -> SlipLine:
    line = slip_line(game, place, by)
    if line is None:
        raise NotFound
    return line


def _game(slug: str, person: Person) -> Game:
    event = found_event(slug, person)
    game = game_of_event(event)
    if game is None or not may_see_slips(person, event, game):
        raise NotFound
    return game
