"""Parts of addresses of events: a game as its number and group ("3", "3B")."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from django.urls import reverse

from tournaments.games.models import Game

GAME: Final = "events/<slug:slug>/games/<game:game>/"


class GameLabel(NamedTuple):
    number: int
    group: str

    def __str__(self) -> str:
        return f"{self.number}{self.group}"


class GameConverter:
    """`3` or `3BA`: the number in its event, and the group after a split."""

    regex = r"[1-9][0-9]{0,3}[A-Za-z][0-9A-Za-z]{0,11}|[1-9][0-9]{0,3}"

    def to_python(self, value: str) -> GameLabel:
        digits = re.match(r"[0-9]+", value)
        assert digits is not None
        return GameLabel(int(digits[0]), value[digits.end() :])

    def to_url(self, value: object) -> str:
        return str(value)


def game_path(game: Game, page: str = "game", **which: int) -> str:
    """The public page of a game, or another page of it; `which` is the thing of the game that it shows."""
    return reverse(page, kwargs={"slug": game.event.slug, "game": f"{game.number}{game.group}", **which})
