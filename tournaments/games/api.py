"""Games for programs: found by number and group."""

from __future__ import annotations

from rest_framework.exceptions import NotFound

from tournaments.events.addresses import GameLabel
from tournaments.events.selectors.events import game_at, table_at
from tournaments.games.models import Game


def game_or_404(slug: str, label: GameLabel) -> Game:
    game = game_at(event_slug=slug, number=label.number, group=label.group)
    if game is None:
        raise NotFound
    return game


def table_or_404(slug: str, label: GameLabel) -> Game:
    """For what is done at a table alone; an event that is one game has no such address."""
    game = table_at(event_slug=slug, number=label.number, group=label.group)
    if game is None:
        raise NotFound
    return game
