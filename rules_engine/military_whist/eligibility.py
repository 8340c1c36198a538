"""Who may play: age by the last day of the event's year, and membership.

Age Groups; inventory M-5 and M-6, reading 10. Membership is asked for at zone play-offs alone.
"""

from datetime import date
from typing import Final, NamedTuple

from rules_engine.military_whist import rules
from rules_engine.sentences import says

LEAST_AGE: Final = 55


class Obstacle(NamedTuple):
    """Why somebody may not play: the rule and a sentence."""

    rule: str
    reason: str


def age_in(year: int, born: date) -> int:
    """The age of somebody by 31 December of a year."""
    return year - born.year


def bars_of_player(born: date, year: int, level: str, active_member: bool) -> tuple[Obstacle, ...]:
    """What keeps a player from an event of that year and level; nothing if he may play."""
    bars: list[Obstacle] = []
    age = age_in(year, born)
    if age < LEAST_AGE:
        reason = says(
            "Players are %(age)s by 31 December %(year)s; this one is %(aged)s.",
            age=LEAST_AGE,
            year=year,
            aged=age,
        )
        bars.append(Obstacle(rules.AGE, reason))
    if level == "zone" and not active_member:
        bars.append(Obstacle(rules.MEMBERSHIP, says("Everybody in a zone play-off is an active member.")))
    return tuple(bars)
