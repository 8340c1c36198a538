"""Standings after the rounds, and who plays on.

Section 4; inventory B-39 to B-41, readings 6, 9 and 10. More rounds won stand higher, of equals more points
of all rounds; a game in which a team was only the picked one counts for neither. Sixteen teams play on of up
to 63, 32 of up to 127, 64 of more; of fewer than sixteen the greatest number that a bracket fills. Teams
equal in both share a place. Across the last seat two play a single hand for it; equals of which all play on
are put in order by draw; where more than two are equal across the last seat the Director rules, for the text
says nothing. Who was not drawn for the last round, because he had gone, does not play on.

Terms: field (the teams that play on), seed (1 for the first in the standings), cut (the last seat).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, final

from rules_engine.bid_whist import rules

SMALLEST_FIELD: Final = 2
_FIELDS: Final = ((128, 64), (64, 32), (16, 16), (8, 8), (4, 4), (2, 2))


class Score(NamedTuple):
    """What a team's rounds come to."""

    won: int
    points: int


class StandingsRow(NamedTuple):
    """A line of the standings; equal teams share a place."""

    place: int
    team: int
    won: int
    points: int


@final
class RoundResult:
    """A game of a round as it counts: its teams, the points of each, the winner, the picked team if any."""

    __slots__ = ("picked", "points", "teams", "winner")

    def __init__(
        self, teams: tuple[int, int], points: tuple[int, int], winner: int | None, picked: int | None = None
    ) -> None:
        self.teams: Final = teams
        self.points: Final = points
        self.winner: Final = winner
        self.picked: Final = picked


class Tie(NamedTuple):
    """Equal teams whose order matters; `seats` of them play on, `rule` says how they are told apart."""

    teams: tuple[int, ...]
    seats: int
    rule: str

    @property
    def at_the_cut(self) -> bool:
        """Whether some of them play on and some do not."""
        return self.seats < len(self.teams)


class Seeding(NamedTuple):
    """The field in order of the seeds, as far as it is decided, and the ties that are not."""

    seeds: tuple[int, ...]
    open: tuple[Tie, ...]


def scores(teams: Iterable[int], results: Iterable[RoundResult]) -> dict[int, Score]:
    """Rounds won and points of each team."""
    won = dict.fromkeys(teams, 0)
    points = dict(won)
    for result in results:
        for side, team in enumerate(result.teams):
            # The picked team filled in where one had no opponent: the game is the other's alone (reading 6).
            if team == result.picked or team not in won:
                continue
            points[team] += result.points[side]
            won[team] += team == result.winner
    return {team: Score(won[team], points[team]) for team in won}


def standings(scored: Mapping[int, Score]) -> tuple[StandingsRow, ...]:
    """The standings, equal teams side by side in the order of their numbers."""
    ordered = sorted(scored, key=lambda team: (-scored[team].won, -scored[team].points, team))
    rows: list[StandingsRow] = []
    for at, team in enumerate(ordered):
        won, points = scored[team]
        equal = bool(rows) and (rows[-1].won, rows[-1].points) == (won, points)
        rows.append(StandingsRow(rows[-1].place if equal else at + 1, team, won, points))
    return tuple(rows)


def field_size(teams: int) -> int:
    """How many of so many teams play on.

    Raises:
        ValueError: for fewer than two teams.
    """
    for least, field in _FIELDS:
        if teams >= least:
            return field
    raise ValueError("a playoff needs two teams")


def field_of(teams: int, present: int) -> int:
    """How many play on of so many teams that took part, of whom so many were drawn for the last round: who
    has gone makes the field no smaller while the others fill it.

    Raises:
        ValueError: for fewer than two teams there.
    """
    if present < SMALLEST_FIELD:
        raise ValueError("a playoff needs two teams")
    field = field_size(teams)
    while field > present:
        field //= 2
    return field


def who_is_there(rows: Sequence[StandingsRow], present: Collection[int]) -> tuple[StandingsRow, ...]:
    """The standings of those alone who were there to the last round, by whom the field is filled."""
    if len(present) == len(rows):
        return tuple(rows)
    return standings({row.team: Score(row.won, row.points) for row in rows if row.team in present})


def ties(rows: Sequence[StandingsRow], field: int) -> tuple[Tie, ...]:
    """The ties whose order must be known before the bracket is made, from the top."""
    tied: list[Tie] = []
    by_place: dict[int, list[int]] = {}
    for row in rows:
        if row.place <= field:
            by_place.setdefault(row.place, []).append(row.team)
    for place in sorted(by_place):
        equal = tuple(by_place[place])
        if len(equal) == 1:
            continue
        seats = min(field - place + 1, len(equal))
        if seats == len(equal):
            rule = rules.STANDINGS
        else:
            rule = rules.SINGLE_HAND if len(equal) == 2 else rules.DIRECTOR
        tied.append(Tie(equal, seats, rule))
    return tuple(tied)


def seeding(
    rows: Sequence[StandingsRow], field: int, orders: Mapping[frozenset[int], Sequence[int]] | None = None
) -> Seeding:
    """The seeds; `orders` says how equal teams were told apart. Undecided ones stay in order of number."""
    decided = orders or {}
    place: dict[int, int] = {row.team: at for at, row in enumerate(rows)}
    open_ties: list[Tie] = []
    for tie in ties(rows, field):
        order = decided.get(frozenset(tie.teams))
        if order is None:
            open_ties.append(tie)
            continue
        first = min([place[team] for team in tie.teams])
        for at, team in enumerate(order):
            place[team] = first + at
    return Seeding(tuple(sorted(place, key=place.__getitem__)[:field]), tuple(open_ties))
