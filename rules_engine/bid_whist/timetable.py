"""The four tournaments of a weekend: their times, and how many rounds each plays.

Section 2, "Starting Play On Time", and section 3; inventory B-11, B-12. Times are of the clock at the place.
Registration closes where seating begins; the doors close a quarter of an hour after the start.

Terms: doors (the last moment at which a team is admitted), round (a game of four hands against one team).
"""

from datetime import time
from typing import Final, NamedTuple

HANDS: Final = 4
"""Hands of a round, also in the playoff."""
MINUTES_OF_DOORS: Final = 15
"""The doors close so long after the start."""


class Tournament(NamedTuple):
    """One tournament of the weekend."""

    name: str
    title: str
    weekday: int
    check_in: time
    seating: time
    starts: time
    doors: time
    rounds: int


def _tournament(name: str, title: str, weekday: int, start: int, rounds: int) -> Tournament:
    """Every tournament has the same quarters of an hour around its start, a full hour."""
    before = start - 1
    return Tournament(
        name=name,
        title=title,
        weekday=weekday,
        check_in=time(before),
        seating=time(before, 45),
        starts=time(start),
        doors=time(start, MINUTES_OF_DOORS),
        rounds=rounds,
    )


FRIDAY: Final = 4
SATURDAY: Final = 5
"""Days of the week as `datetime.date.weekday` counts them."""

MAIN_EVENT: Final = "main-event"
TOURNAMENTS: Final[tuple[Tournament, ...]] = (
    _tournament("friday-night-special", "Friday Night Special", FRIDAY, 20, 3),
    _tournament("saturday-early-bird", "Saturday Early Bird", SATURDAY, 10, 3),
    _tournament(MAIN_EVENT, "Saturday Main Event", SATURDAY, 14, 4),
    _tournament("saturday-night-fever", "Saturday Night Fever", SATURDAY, 19, 3),
)
BY_NAME: Final[dict[str, Tournament]] = {tournament.name: tournament for tournament in TOURNAMENTS}
