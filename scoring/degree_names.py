"""Names of degrees as papers and pages print them; which degree is reached, the engine says."""

from __future__ import annotations

from rules_engine.card_games import CARD_GAMES
from rules_engine.points.degrees import DEGREES, NOVICE

RANKS = {degree.name: rank for rank, degree in enumerate(DEGREES)}
NOVICE_NAME = NOVICE.name


def rank_of(degree: str) -> int:
    return RANKS[degree]


def full_style(degree: str, card_game: str) -> str:
    """`Master` of `whoopie` is a Master of Whoopie."""
    return f"{degree} of {CARD_GAMES[card_game].name}"


def styles_of(card_game: str) -> tuple[str, ...]:
    """All degrees of a card game in full, the lowest first."""
    return tuple(full_style(degree, card_game) for degree in RANKS)
