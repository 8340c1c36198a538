"""Parts of addresses: a roster by its day, after its card game where that is not Whoopie."""

from __future__ import annotations

import datetime as dt

from rules_engine.card_games import CARD_GAMES, WHOOPIE
from scoring.rosters.lines import RosterKey


class RosterConverter:
    """`1966-11-15`, `whist/1966-11-15`."""

    regex = r"(?:[a-z-]+/)?[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> RosterKey:
        named, _slash, day = value.rpartition("/")
        card_game = named or WHOOPIE.slug
        if card_game not in CARD_GAMES or named == WHOOPIE.slug:
            raise ValueError(f"no card game has a roster at {value}")
        return RosterKey(dt.date.fromisoformat(day), card_game)

    def to_url(self, value: RosterKey | dt.date | str) -> str:
        return str(value)
