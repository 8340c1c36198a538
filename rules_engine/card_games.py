"""The card games that the authority keeps points of: data, a line each.

Purpose: a rating point, a degree and a roster are of one card game, and those of another never count for it.
Invariant: a slug stands in rows for good; Whoopie is meant where none is named, as in all that was
written before there were two.
Rule section: IV, which names Whoopie; the authority keeps Whist by the same section.
Terms: card game (Whoopie, Whist: what people are masters of; several formats may be one card game, and a game
of the site is one occasion on which it is played).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class CardGame(NamedTuple):
    """A card game by its `slug` in rows and addresses, and its `name` on papers."""

    slug: str
    name: str


WHOOPIE = CardGame("whoopie", "Whoopie")
WHIST = CardGame("whist", "Whist")

CARD_GAMES: Mapping[str, CardGame] = MappingProxyType({game.slug: game for game in (WHOOPIE, WHIST)})
