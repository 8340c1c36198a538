"""Players and clubs for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine.card_games import CARD_GAMES
from sanctioning.kit.api.endpoints import PublicEndpoint, asker, or_not_found
from sanctioning.kit.api.serializers import serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import SEARCH, filter_parameter, require_one_of
from scoring.list_filters import DEGREE
from scoring.players.selectors.clubs import ClubLine, clubs
from scoring.players.selectors.players import PlayerDetail, PlayerLine, player_detail, players


class PlayerView(PublicEndpoint):
    @extend_schema(
        operation_id="player",
        parameters=[
            filter_parameter(
                "card_game", "Of which one; else the first that the player has been in.", CARD_GAMES
            )
        ],
        responses=serializer_for(PlayerDetail),
    )
    def get(self, request: Request, number: str) -> Response:
        """One player in a card game: points, degree, certificates, games; private data for those who may see
        them."""
        require_one_of(request.query_params, {"card_game": CARD_GAMES})
        card_game = request.query_params.get("card_game", "")
        return or_not_found(player_detail(number=number, asker=asker(request), card_game=card_game))


class PlayersView(PublicEndpoint):
    @list_schema(
        "players",
        PlayerLine,
        filters=(
            SEARCH,
            filter_parameter("club", "Each word is part of the name of the club."),
            DEGREE,
        ),
        sorts=("name", "number", "club", "degree"),
    )
    def get(self, request: Request) -> Response:
        """Players who let their names be listed."""
        return list_answer(request, players())


class ClubsView(PublicEndpoint):
    @list_schema("clubs", ClubLine, filters=(SEARCH,), sorts=("name", "place", "members", "events"))
    def get(self, request: Request) -> Response:
        """Approved clubs."""
        return list_answer(request, clubs())
