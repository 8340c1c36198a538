"""Counting the changes of a table."""

from __future__ import annotations

from tournaments.games.models import Game


def changed(game: Game) -> None:
    """Count a change of a locked table, so that who looked before can tell."""
    game.revision += 1
    game.save(update_fields=["revision"])
