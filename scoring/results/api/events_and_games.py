"""Events, games and results for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import PublicEndpoint, asker, or_not_found
from sanctioning.kit.api.serializers import serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import SEARCH, SINCE, UNTIL
from scoring.list_filters import PLAYER
from scoring.results.selectors.games import GameDetail, game_detail
from scoring.results.selectors.results import EventDetail, ResultLine, event_detail, results
from tournaments.events.addresses import GameLabel
from tournaments.events.list_filters import CARD_GAME, LEVEL


class EventView(PublicEndpoint):
    @extend_schema(operation_id="event", responses=serializer_for(EventDetail))
    def get(self, request: Request, slug: str) -> Response:
        """One event with its games and results."""
        return or_not_found(event_detail(slug=slug, asker=asker(request)))


class GameView(PublicEndpoint):
    @extend_schema(operation_id="game", responses=serializer_for(GameDetail))
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """One game: stanzas, findings, standings and awards."""
        detail = game_detail(event_slug=slug, number=game.number, group=game.group, asker=asker(request))
        return or_not_found(detail)


class ResultsView(PublicEndpoint):
    @list_schema(
        "results",
        ResultLine,
        filters=(SEARCH, PLAYER, LEVEL, CARD_GAME, SINCE, UNTIL),
        sorts=("certified", "played", "event", "club", "players"),
    )
    def get(self, request: Request) -> Response:
        """Certified games with their paid places, those certified last in front."""
        return list_answer(request, results())
