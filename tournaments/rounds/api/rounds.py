"""Rounds and draws for programs."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    PublicEndpoint,
    acting_person,
    asker,
)
from sanctioning.kit.api.serializers import as_data, field_of_typed_dict, serializer_for
from sanctioning.kit.clock import today
from tournaments.events.addresses import GameLabel
from tournaments.events.api.event_by_address import found_event
from tournaments.events.permissions import may_run_event
from tournaments.events.selectors.events import event_of_tables
from tournaments.formats.documents import GamePlan
from tournaments.games.api import table_or_404
from tournaments.games.models import Game
from tournaments.rounds.models.round import Round
from tournaments.rounds.permissions import may_draw
from tournaments.rounds.selectors.rounds import (
    RoundDetail,
    TableCard,
    games_for_cards,
    round_at,
    rounds_of,
    table_cards,
)
from tournaments.rounds.services.draws import draw_again, draw_cards, enter_drawn_cards
from tournaments.rounds.services.games_of_round import take_back_round
from tournaments.rounds.services.rounds import (
    ROUND_ACTS,
    confirm_round,
    discard_round,
    plan_round,
    seat_round_again,
)

TABLES = serializers.ListField(
    child=serializers.ListField(child=serializers.CharField(max_length=20), max_length=20),
    required=False,
    default=list,
    max_length=400,
)


class SeatingSerializer(serializers.Serializer[Any]):
    """Without a seed: whoever could bring one would try many at home."""

    mode = serializers.ChoiceField(choices=Round.Mode.choices, default=Round.Mode.DRAW)
    preferred = serializers.IntegerField(required=False, allow_null=True, default=None)
    tables = TABLES


class NewRoundSerializer(SeatingSerializer):
    planned = field_of_typed_dict(GamePlan)()
    name = serializers.CharField(required=False, allow_blank=True, default="", max_length=80)
    kind = serializers.ChoiceField(choices=Round.Kind.choices, default=Round.Kind.ORDINARY)
    starts_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class RoundStepSerializer(SeatingSerializer):
    why = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


class DrawnCardsSerializer(serializers.Serializer[Any]):
    act = serializers.ChoiceField(choices=["cards", "system", "again"])
    cards = serializers.DictField(child=serializers.CharField(max_length=3), required=False, default=dict)
    why = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDetail:
    """Record ids throughout; `seed` is that of the last settled draw, empty where cards fell by hand."""

    game: str
    rounds: list[dict[str, str]]
    scorekeeper: str
    first_dealer: str
    seed: str
    drawn_at: dt.datetime | None


class RoundsView(PublicEndpoint):
    @extend_schema(operation_id="rounds", responses=serializer_for(RoundDetail)(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Every round of an event with its tables, draws and seeds."""
        return Response(as_data(rounds_of(found_event(slug, asker(request)))))

    @extend_schema(
        operation_id="plan_round",
        request=NewRoundSerializer,
        responses={201: serializer_for(RoundDetail)(many=True), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Seat everybody who is checked in."""
        by = acting_person(request)
        event = found_event(slug, by)
        typed = valid(NewRoundSerializer(data=request.data))
        plan_round(by=by, event=event, **typed)
        return Response(as_data(rounds_of(event)), status=201)


class RoundStepView(MemberEndpoint):
    path_values = {"act": ROUND_ACTS}

    @extend_schema(
        operation_id="act_on_round",
        request=RoundStepSerializer,
        responses={200: serializer_for(RoundDetail)(many=True), **REFUSED},
    )
    def post(self, request: Request, slug: str, round: int, act: str) -> Response:
        """Confirm a round or take that back; seat it again or discard it."""
        by = acting_person(request)
        event = found_event(slug, by)
        this_round = round_at(event, round)
        if this_round is None or act not in ROUND_ACTS:
            raise NotFound
        if not may_run_event(by, today(), event):
            raise NotFound
        read = valid(RoundStepSerializer(data=request.data))
        if act == "confirm":
            confirm_round(by=by, round=this_round, why=read["why"])
        elif act == "take-back":
            take_back_round(by=by, round=this_round, why=read["why"])
        elif act == "discard":
            discard_round(by=by, round=this_round, why=read["why"])
        else:
            seat_round_again(by=by, round=this_round, **read)
        return Response(as_data(rounds_of(event)))


class TableCardsView(PublicEndpoint):
    @extend_schema(operation_id="table_cards", responses=serializer_for(TableCard)(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """What stands on the card of each table."""
        event = event_of_tables(slug=slug, asker=asker(request))
        if event is None:
            raise NotFound
        return Response(as_data(table_cards(games_for_cards(event))))


class OpeningDrawView(MemberEndpoint):
    @extend_schema(operation_id="opening_draw", responses=serializer_for(DrawDetail))
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """The rounds drawn so far, and whom they made scorekeeper and First Dealer."""
        found_event(slug, acting_person(request))
        return Response(as_data(_draw_detail(table_or_404(slug, game))))

    @extend_schema(
        operation_id="act_on_opening_draw",
        request=DrawnCardsSerializer,
        responses={200: serializer_for(DrawDetail), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """Enter a round of cards by record id, let the system draw, or put the cards back for a reason."""
        by = acting_person(request)
        found_event(slug, by)
        played = table_or_404(slug, game)
        if not may_draw(by, today(), played):
            raise NotFound
        read = valid(DrawnCardsSerializer(data=request.data))
        if read["act"] == "system":
            draw_cards(by=by, game=played)
        elif read["act"] == "again":
            draw_again(by=by, game=played, why=read["why"])
        else:
            enter_drawn_cards(by=by, game=played, cards=read["cards"])
        return Response(as_data(_draw_detail(table_or_404(slug, game))))


def _draw_detail(game: Game) -> DrawDetail:
    latest = game.draws.filter(purpose="opening").order_by("-number").first()
    settled = latest if game.scorekeeper and game.first_dealer else None
    return DrawDetail(
        game=game.label,
        rounds=game.opening_draw,
        scorekeeper=game.scorekeeper.record_id if game.scorekeeper else "",
        first_dealer=game.first_dealer.record_id if game.first_dealer else "",
        seed=settled.seed if settled else "",
        drawn_at=settled.drawn_at if settled else None,
    )
