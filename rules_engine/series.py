"""Who qualifies for the playoff and the consolation of a series of events.

Section IV names the level (series playoff-consolation, W-127) and leaves to the authority who qualifies;
so the way is fixed when the series is announced, and from certified results alone this says who.

Terms: basis (what the players are put in order by), standing (what one player brought together in the
events of the series), line (the last place that qualifies), declined (a qualifier who will not play; the
next takes his place and he has none in the consolation either).
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple, get_args

from rules_engine.draws import TieDraw, rank_tied

RULE = "IV"

Basis = Literal["points", "places", "games"]
BASES: tuple[Basis, ...] = get_args(Basis)
Ties = Literal["draw", "all"]
TIES: tuple[Ties, ...] = get_args(Ties)


class SeriesStanding(NamedTuple):
    """Rating points won, the place of each certified game, so the number of them too."""

    player: str
    points: Decimal
    places: tuple[int, ...]


class RankedInSeries(NamedTuple):
    place: int
    player: str


class Qualified(NamedTuple):
    """Everybody in order, who plays where, and who must draw because the line divides them.

    While anybody must draw, those who are not tied at a line are named already.
    """

    ranking: tuple[RankedInSeries, ...]
    playoff: tuple[str, ...]
    consolation: tuple[str, ...]
    open: tuple[str, ...]


def qualify(
    standings: Sequence[SeriesStanding],
    basis: Basis,
    playoff: int,
    consolation: int,
    ties: Ties,
    draws: Iterable[TieDraw] = (),
    declined: Iterable[str] = (),
) -> Qualified:
    """The first `playoff` of the order, then the next `consolation`, those who declined left out.

    By points: their sum. By places: the number of first places, then of second, and so on. By games: their
    number. Ties at a line: `all` who are tied come in; `draw`: in the order of a recorded draw among
    exactly those tied, who stay `open` until there is one.
    """
    out = set(declined)
    draws = list(draws)
    groups = _groups([standing for standing in standings if standing.player not in out], basis)
    resolved = [part for group in groups for part in _drawn(group, draws)]
    in_playoff, rest, open_playoff = _cut(resolved, playoff, ties)
    in_consolation, _, open_consolation = _cut(rest, consolation, ties)
    if open_playoff:
        in_consolation, open_consolation = (), ()
    return Qualified(
        ranking=_places(_groups(standings, basis)),
        playoff=in_playoff,
        consolation=in_consolation,
        open=open_playoff + open_consolation,
    )


def _groups(standings: Iterable[SeriesStanding], basis: Basis) -> list[tuple[str, ...]]:
    """Equals together, the best first; within them as given."""
    by_key: dict[tuple[Decimal, ...], list[str]] = {}
    standings = list(standings)
    last = max((place for standing in standings for place in standing.places), default=0)
    for standing in standings:
        by_key.setdefault(_key(standing, basis, last), []).append(standing.player)
    return [tuple(by_key[key]) for key in sorted(by_key, reverse=True)]


def _key(standing: SeriesStanding, basis: Basis, last: int) -> tuple[Decimal, ...]:
    if basis == "points":
        return (standing.points,)
    if basis == "games":
        return (Decimal(len(standing.places)),)
    return tuple(Decimal(standing.places.count(place)) for place in range(1, last + 1))


def _drawn(group: tuple[str, ...], draws: Iterable[TieDraw]) -> list[tuple[str, ...]]:
    """The group as the draw among it has it; whoever drew and declined since is passed over."""
    for draw in draws:
        if set(group) <= set(draw.tied):
            parts = rank_tied(draw.tied, draw.rounds)
            left = (tuple(player for player in part if player in group) for part in parts)
            return [part for part in left if part]
    return [group]


def _cut(
    groups: Sequence[tuple[str, ...]], count: int, ties: Ties
) -> tuple[tuple[str, ...], list[tuple[str, ...]], tuple[str, ...]]:
    """Who is within the first `count`, the groups after them, and who is tied across the line."""
    within: list[str] = []
    for number, group in enumerate(groups):
        room = count - len(within)
        if room <= 0:
            return tuple(within), list(groups[number:]), ()
        if len(group) > room and ties == "draw":
            return tuple(within), list(groups[number + 1 :]), group
        within += group
    return tuple(within), [], ()


def _places(groups: Iterable[tuple[str, ...]]) -> tuple[RankedInSeries, ...]:
    ranking: list[RankedInSeries] = []
    for group in groups:
        place = len(ranking) + 1
        ranking += [RankedInSeries(place, player) for player in group]
    return tuple(ranking)
