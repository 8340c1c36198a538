"""Who keeps the score of a table.

Rule section: I/Scorekeeper and First Dealer; reading 9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.draws import highest_left

OpeningDraw = Sequence[Mapping[str, str]]


def scorekeeper_at(opening_draw: OpeningDraw, seated: Sequence[str], named: Sequence[str]) -> str | None:
    """Whom the Acting Executor `named` last of those still seated, or who of them drew highest; None where
    that is a tie or nobody, and he must name one."""
    for player in reversed(named):
        if player in seated:
            return player
    return highest_left(opening_draw, seated)
