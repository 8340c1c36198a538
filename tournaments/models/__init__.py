"""The hall's models, one concept a file."""

from tournaments.models.event import Entry, Event
from tournaments.models.game import Game, GamePlayer

__all__ = ["Entry", "Event", "Game", "GamePlayer"]
