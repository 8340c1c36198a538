"""The leader's clock: what twenty-five minutes a game allow.

Courtesies, 1; inventory M-3, reading 8. The text does not say whether a game is a hand, a session or the
whole event, and no penalty goes with it; so this only reckons, and the leader says what a game is.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple, get_args

PER_GAME: Final = timedelta(minutes=25)

Game = Literal["hand", "session", "event"]
GAMES: Final[tuple[Game, ...]] = get_args(Game)


class Clock(NamedTuple):
    """The clock of one game at a moment: when it runs out, what is left, and for each hand still to play.

    `left` is negative once it has run out; `for_each_hand` is nothing then, or when no hand is left.
    """

    ends: datetime
    left: timedelta
    for_each_hand: timedelta


def clock(began: datetime, now: datetime, hands_left: int = 1) -> Clock:
    """The clock of a game that began at `began`."""
    ends = began + PER_GAME
    left = ends - now
    each = left / hands_left if left > timedelta(0) and hands_left > 0 else timedelta(0)
    return Clock(ends, left, each)


def allowed(days: Sequence[Sequence[int]], game: Game) -> timedelta:
    """What the limit allows an event altogether; `days` holds the hands of each session of each day."""
    sessions = [hands for sessions in days for hands in sessions]
    games = {"hand": sum(sessions), "session": len(sessions), "event": 1}[game]
    return games * PER_GAME
