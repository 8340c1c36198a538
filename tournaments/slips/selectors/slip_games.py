"""The game whose slips are handed in at an address, found at one question."""

from __future__ import annotations

from sanctioning.kit.prepared_queries import PreparedValues
from tournaments.formats.registry import format_named
from tournaments.games.models import Game


def slips_of(slug: str) -> Game | None:
    """The game whose slips are handed in at the event of this address, whoever may see it; as much of it as
    names it. One query."""
    games = (Game(pk=game) for game, played in _GAME_AT(slug) if format_named(played).hands_in_slips)
    return next(games, None)


_GAME_AT = PreparedValues(
    lambda slug: (
        Game.objects.filter(event__slug=slug).order_by("number").values_list("pk", "event__format")[:1]
    )
)
