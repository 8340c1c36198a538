"""The ways in which lists of events and of their results are narrowed, and how the API tells of each."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rules_engine.card_games import CARD_GAMES
from sanctioning.kit.lists.filters import kind_of, one_of
from sanctioning.kit.lists.lists import Filter
from sanctioning.kit.lists.parameters import filter_parameter
from sanctioning.sanctions.selectors import levels_of_sanctions
from tournaments.formats.registry import FORMATS

LEVEL: Final = filter_parameter(
    "level", "Only of this level, by its slug (`level_slug`; `/levels/` lists them)."
)
CARD_GAME: Final = filter_parameter("card_game", "Only of this card game, by its slug.")


def by_level(event: str = "") -> Filter[Any]:
    """Rows whose event, to which that leads, is of the level."""
    levels = levels_of_sanctions().values_list("slug", "name")
    return one_of("level", _("Level"), f"{event}sanction__level__slug", levels, all_words=_("all levels"))


def by_card_game(event: str = "") -> Filter[Any]:
    """Rows whose event, to which that leads, is in a format of the card game."""
    games = {
        game.slug: (game.name, Q(**{f"{event}format__in": _formats_of(game.slug)}))
        for game in CARD_GAMES.values()
    }
    return kind_of("card_game", _("Card game"), games, all_words=_("all card games"))


def _formats_of(card_game: str) -> list[str]:
    return [
        played.slug
        for played in FORMATS.values()
        if played.card_game is not None and played.card_game.slug == card_game
    ]
