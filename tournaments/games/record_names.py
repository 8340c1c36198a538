"""What records call a game."""

from __future__ import annotations

from tournaments.games.models import Game


def record_name(game: Game) -> str:
    """What a record calls the game."""
    return f"{game.event.slug}/{game.number}{game.group}"


def record_name_of(game: Game, other: Game) -> str:
    """The record name of another game of the same event."""
    return f"{game.event.slug}/{other.number}{other.group}"
