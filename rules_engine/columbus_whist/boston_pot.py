"""The Boston pot: who wins it, and how it is split.

Rule 40; inventory C-30, reading 7: a Boston is all thirteen books of a hand; most Bostons by the end of the
fourth game win, and if there was none, most games won. Who is equal at the top shares equally, so the pot
may leave some cents, fewer than the teams that share it; those stay with the officials and no share
differs.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

LAST_GAME: Final = 4


class Pot(NamedTuple):
    """The teams that share a pot, each share and what is left of it, in cents; whether by Bostons.

    The shares and what is left are the pot exactly.
    """

    winners: tuple[int, ...]
    share: int
    left: int
    hit: bool


def won_by(bostons: Mapping[int, int], won: Mapping[int, int]) -> tuple[int, ...]:
    """Which of the teams in the pot share it; both by team, after the fourth game."""
    # One Boston of anybody is enough that games won count for nobody (reading 7).
    counted = bostons if any(bostons.values()) else won
    best = max(counted.values(), default=0)
    return tuple(sorted(team for team, count in counted.items() if count == best))


def pot(cents: int, bostons: Mapping[int, int], won: Mapping[int, int]) -> Pot:
    """The pot split; `bostons` and `won` have the same teams, those in the pot."""
    winners = won_by(bostons, won)
    if not winners:
        return Pot((), 0, cents, False)
    share, left = divmod(cents, len(winners))
    return Pot(winners, share, left, any(bostons.values()))
