"""Of which card game a row is: Whoopie, Whist.

Invariant: the slug is the engine's (`rules_engine.card_games`); a further card game needs no migration. What
was written before there were two is of Whoopie.
"""

from __future__ import annotations

from typing import Any

from django.db import models

from rules_engine.card_games import CARD_GAMES, WHOOPIE


def card_game_choices() -> list[tuple[str, str]]:
    return [(game.slug, game.name) for game in CARD_GAMES.values()]


class CardGameField(models.CharField):  # type: ignore[type-arg]
    """The slug of a card game; `blank` where a thing may be of none."""

    def __init__(self, **options: Any) -> None:
        usual = {
            "max_length": 20,
            "choices": card_game_choices,
            "default": WHOOPIE.slug,
            "db_default": WHOOPIE.slug,
        }
        super().__init__(**{**usual, **options})
