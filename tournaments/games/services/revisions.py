"""Counting the changes of a table."""

from __future__ import annotations

from tournaments.games.models import Game


def told_of(game: Game) -> str:
    """Another word after every change that somebody at the table would see."""
    parts = (game.pk, game.revision, game.state, game.acting_executor_id, game.first_dealer_id)
    return "-".join(map(str, parts))


def changed(game: Game) -> None:
    """Count a change of a locked table, so that who looked before can tell."""
    game.revision += 1
    game.save(update_fields=["revision"])
