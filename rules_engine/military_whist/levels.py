"""Area, zone, Provincial Games: what is played at each, and who goes on.

Age Groups, AREA LEVEL, ZONE LEVEL and PROVINCIAL GAMES; inventory M-8, M-15, M-30 to M-33, readings 6 and 9.
The levels are data: another authority's ladder is another tuple.

Terms: origin (the area that a team comes to a zone from, the zone that it comes to the Provincial Games
from), advancing (how many teams of each event go on), decided (how many places must be decided between tied
teams: the advancing ones, at the top the winner).
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from rules_engine.military_whist import rules
from rules_engine.shuffling import shuffled

TABLES: Final = "tables"
Days = tuple[tuple[int, ...], ...]
"""The hands of each session of each day."""


class LevelTerms(NamedTuple):
    """What is fixed for events of a level; `teams` and `of_an_origin` are None where nothing is."""

    name: str
    rule: str
    days: Days | None
    teams: int | None
    of_an_origin: int | None
    origin_rule: str
    advancing: int
    decided: int
    next: str | None


_AREA: Final = LevelTerms(
    name="area",
    rule=rules.AREA,
    days=((15, 15),),
    teams=None,
    of_an_origin=None,
    origin_rule=rules.AREA,
    advancing=2,
    decided=2,
    next="zone",
)
_ZONE: Final = _AREA._replace(
    name="zone", rule=rules.ZONE, of_an_origin=2, origin_rule=rules.ZONE, next="provincial"
)
_PROVINCIAL: Final = LevelTerms(
    name="provincial",
    rule=rules.PROVINCIAL,
    days=((15, 15), (20,)),
    teams=16,
    of_an_origin=2,
    origin_rule=rules.TEAMS_OF_A_ZONE,
    advancing=0,
    decided=1,
    next=None,
)
_OPEN: Final = _AREA._replace(
    name="open", rule=rules.WINNER, days=None, origin_rule=rules.WINNER, advancing=0, decided=1, next=None
)

LEVELS: Final[tuple[LevelTerms, ...]] = (_AREA, _ZONE, _PROVINCIAL, _OPEN)
"""The ladder of Alberta 55 plus; "open" is an event outside it, of any length."""

BY_NAME: Final[dict[str, LevelTerms]] = {level.name: level for level in LEVELS}


class Advanced(NamedTuple):
    """Who goes on: the event at the next level, and its teams as (origin, place there, team)."""

    level: str
    teams: tuple[tuple[str, int, str], ...]


def advance(
    level: str, results: Mapping[str, Sequence[str]], ladder: Mapping[str, LevelTerms] = BY_NAME
) -> Advanced | None:
    """The teams that go on from the events of a level, or None from the last.

    `results` has for each origin its teams in order, ties decided. An event with fewer teams than go on sends
    all it has; whether somebody fills the gap is the leader's.
    """
    this = ladder[level]
    if this.next is None:
        return None
    teams = [
        (origin, place, team)
        for place in range(1, this.advancing + 1)
        for origin, ranking in results.items()
        for team in ranking[place - 1 : place]
    ]
    return Advanced(this.next, tuple(teams))


def full_origin(level: LevelTerms, sent: int) -> bool:
    """Whether an area or zone that has sent so many teams to an event of this level may send no more."""
    return level.of_an_origin is not None and sent >= level.of_an_origin


def in_order(zones: Collection[str]) -> tuple[str, ...]:
    """Zones by the number in their names, those without one after them by name; each once."""
    return tuple(sorted(set(zones), key=_number))


def _number(zone: str) -> tuple[bool, int, str]:
    number = re.search(r"[0-9]{1,9}", zone)
    return number is None, int(number.group()) if number else 0, zone


def tables_of(teams: Sequence[tuple[str, int, str]], zones: Sequence[str]) -> tuple[str | None, ...]:
    """The teams by table, in the order of `zones`, first teams before second; None where a zone sent none."""
    by_place = {(origin, place): team for origin, place, team in teams}
    last = max((place for _, place, _ in teams), default=0)
    return tuple(by_place.get((zone, place)) for place in range(1, last + 1) for zone in zones)


def tables_drawn(teams: Sequence[int], seed: str) -> list[int]:
    """The teams by table, in the order of a seed."""
    return shuffled(teams, seed, TABLES)
