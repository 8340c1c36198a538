"""Names of degrees as papers and pages print them; which degree is reached, the engine says."""

from __future__ import annotations

from rules_engine.degrees import DEGREES, NOVICE

RANKS = {degree.name: rank for rank, degree in enumerate(DEGREES)}
NOVICE_NAME = NOVICE.name


def rank_of(degree: str) -> int:
    return RANKS[degree]


def full_style(degree: str) -> str:
    """`Master` is a Master of Whoopie."""
    return f"{degree} of Whoopie"
