"""Who plays whom in a round, at which table, and which team moves.

Sections 2 and 3; inventory B-9, B-10, B-37, B-38, reading 6. Teams are drawn two at a time for the first
round, late ones after the others, and at each table it is drawn which of the two moves. After a round the
moving teams go to the next table. Where two teams would meet again they go on to the first table distance at
which none do; where there is no such distance the teams are paired anew, with as few repeats as is possible.
A team left over plays a team that is picked at random from those that it has not met and that were picked
least often; the picked team plays twice in that round, and its second game brings it nothing and moves nobody
on: the odd team stays at its table, and the picked one goes on or stays as after its own game.

A round is of the teams that are there then. Who has gone leaves a place empty, who has come since takes an
empty one, and the others move on as before; where that does not go they are paired anew.

Draws come from a seed (`rules_engine.shuffling`): purpose "round 1" orders the teams and "late" the late
ones, number k of "moving teams" says at table k that the second of the two moves (even) or the first (odd),
"picked R" orders the teams from which one is picked in round R, "round R" those that are paired anew, and
"come R" those that have come since the round before.

Terms: repeat (two teams meet that have met before, counted as often as they have), moving team, odd team.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from rules_engine.matching import Met, matched, pair_of
from rules_engine.shuffling import numbers, shuffled

FEWEST_TEAMS: Final = 2
MOST_TEAMS: Final = 512


class Pairing(NamedTuple):
    """A game of a round; `picked` is the one of the two that plays only so that the odd team has a game."""

    table: int
    stays: int
    moves: int
    picked: int | None = None


Round = tuple[Pairing, ...]
_Place = tuple[int | None, int | None]
"""Who stays at a table and who moves on from it, None where nobody does."""


def meetings(rounds: Iterable[Iterable[Pairing]]) -> dict[frozenset[int], int]:
    """How often each two teams met, games against a picked team among them."""
    met: dict[frozenset[int], int] = {}
    for games in rounds:
        for game in games:
            pair = pair_of(game.stays, game.moves)
            met[pair] = met.get(pair, 0) + 1
    return met


def repeats(games: Iterable[Pairing], met: Met) -> int:
    """The repeats of a round."""
    return sum([met.get(pair_of(game.stays, game.moves), 0) for game in games])


def first_round(teams: Sequence[int], seed: str, late: Sequence[int] = ()) -> Round:
    """The draw: two numbers at a time, the late ones last.

    Raises:
        ValueError: for fewer than two teams, or a number twice.
    """
    order = shuffled(sorted(teams), seed, "round 1") + shuffled(sorted(late), seed, "late")
    if len(order) < FEWEST_TEAMS or len(set(order)) != len(order):
        raise ValueError("at least two teams are expected, none of them twice")
    chance = numbers(seed, "moving teams")
    games: list[Pairing] = []
    for at in range(0, len(order) - 1, 2):
        first, second = order[at], order[at + 1]
        if next(chance) % 2:
            first, second = second, first
        games.append(Pairing(len(games) + 1, first, second))
    if len(order) % 2:
        games.append(_odd_game(len(games) + 1, order[-1], order[:-1], {}, {}, seed, 1))
    return tuple(games)


def next_round(earlier: Sequence[Round], seed: str, teams: Collection[int] | None = None) -> Round:
    """The round after these, of the teams that are there now; by itself of those of the round before.

    Raises:
        ValueError: there is none before it, or fewer than two teams are there.
    """
    if not earlier:
        raise ValueError("the first round is drawn")
    number = len(earlier) + 1
    met = meetings(earlier)
    times = _times_picked(earlier)
    places = _places_left(earlier[-1], teams, seed, number)
    stays = [team for team, _other in places if team is not None]
    moves = [team for _one, team in places]
    present = stays + [team for team in moves if team is not None]
    if len(present) < FEWEST_TEAMS:
        raise ValueError("at least two teams are expected")
    if len(stays) == len(moves) and moves.count(None) <= 1 and not drawn_to_move(earlier[0]) & set(stays):
        for distance in range(1, len(places)):
            moved = [moves[(at - distance) % len(places)] for at in range(len(places))]
            games = _seated(stays, moved, met, times, seed, number)
            if not repeats(games, met):
                return games
    return _paired_anew(present, earlier, seed)


def _places_left(last: Round, teams: Collection[int] | None, seed: str, number: int) -> list[_Place]:
    """The tables of a round, who stays and who moves there, of the teams that are there now."""
    stays = [game.moves if game.picked == game.stays else game.stays for game in sorted(last)]
    moves = [None if game.picked is not None else game.moves for game in sorted(last)]
    if teams is None or set(teams) == {*stays, *moves} - {None}:
        return list(zip(stays, moves, strict=True))
    came = shuffled(sorted(set(teams) - {*stays, *moves}), seed, f"come {number}")
    places: list[_Place] = []
    for two in zip(stays, moves, strict=True):
        stay, move = (team if team in teams else came.pop(0) if came else None for team in two)
        if stay is not None or move is not None:
            places.append((stay, move))
    return places + [
        (came[at], came[at + 1] if at + 1 < len(came) else None) for at in range(0, len(came), 2)
    ]


def odd_game(table: int, odd: int, others: Sequence[int], earlier: Sequence[Round], seed: str) -> Pairing:
    """The game of the team left over in the round after these, against one of the others picked for it."""
    met, times = meetings(earlier), _times_picked(earlier)
    return _odd_game(table, odd, others, met, times, seed, len(earlier) + 1)


def moving_on(games: Round) -> frozenset[int]:
    """The teams that go on to the next table after a round; from the table of the odd team nobody does: it
    stays, and the team that is picked for it does as at the table of its own game."""
    return frozenset([game.moves for game in games if game.picked is None])


def drawn_to_move(first: Round) -> frozenset[int]:
    """The moving teams, as the draw of the first round made them."""
    return moving_on(first)


def _times_picked(rounds: Iterable[Round]) -> dict[int, int]:
    times: dict[int, int] = {}
    for games in rounds:
        for game in games:
            if game.picked is not None:
                times[game.picked] = times.get(game.picked, 0) + 1
    return times


def _seated(
    stays: Sequence[int],
    moves: Sequence[int | None],
    met: Met,
    times: Mapping[int, int],
    seed: str,
    number: int,
) -> Round:
    games: list[Pairing] = []
    for at, (stay, move) in enumerate(zip(stays, moves, strict=True), 1):
        if move is None:
            others = [team for team in [*stays, *moves] if team is not None and team != stay]
            games.append(_odd_game(at, stay, others, met, times, seed, number))
        else:
            games.append(Pairing(at, stay, move))
    return tuple(games)


def _odd_game(
    table: int,
    odd: int,
    others: Sequence[int],
    met: Met,
    times: Mapping[int, int],
    seed: str,
    number: int,
) -> Pairing:
    drawn = shuffled(sorted(others), seed, f"picked {number}")
    picked = min(drawn, key=lambda team: (met.get(pair_of(odd, team), 0), times.get(team, 0)))
    return Pairing(table, odd, picked, picked)


def _paired_anew(teams: Sequence[int], earlier: Sequence[Round], seed: str) -> Round:
    """Fewest repeats; who was drawn to move does so against who was not, nobody is odd twice if avoidable."""
    number = len(earlier) + 1
    met = meetings(earlier)
    times = _times_picked(earlier)
    order = shuffled(sorted(teams), seed, f"round {number}")
    odd: int | None = None
    if len(order) % 2:
        odd = _odd_team(order, earlier, met)
    pairs = matched([team for team in order if team != odd], met)
    moving = drawn_to_move(earlier[0])
    teams = sorted(teams, key=moving.__contains__)
    place = {team: at for at, team in enumerate(teams)}
    seated = sorted(sorted([place[team], place[other]]) for team, other in pairs)
    games = [Pairing(at, teams[first], teams[second]) for at, (first, second) in enumerate(seated, 1)]
    if odd is not None:
        others = [team for team in order if team != odd]
        games.append(_odd_game(len(games) + 1, odd, others, met, times, seed, number))
    return tuple(games)


def _odd_team(order: Sequence[int], earlier: Sequence[Round], met: Met) -> int:
    """The team without an opponent whose choice leaves the fewest repeats, of equals the least often odd."""
    been: dict[int, int] = {}
    for games in earlier:
        for game in games:
            if game.picked is not None:
                team = game.stays if game.picked == game.moves else game.moves
                been[team] = been.get(team, 0) + 1
    ordered = sorted(order, key=lambda team: been.get(team, 0))
    best, fewest = ordered[0], -1
    for team in ordered:
        cost = _repeats_without(order, team, met)
        if fewest < 0 or cost < fewest:
            best, fewest = team, cost
        if fewest == 0:
            break
    return best


def _repeats_without(order: Sequence[int], odd: int, met: Met) -> int:
    others = [team for team in order if team != odd]
    own = min([met.get(pair_of(odd, team), 0) for team in others])
    return own + sum([met.get(pair_of(team, other), 0) for team, other in matched(others, met)])


def fewest_repeats(teams: Sequence[int], met: Met) -> int:
    """The repeats that no pairing of a round of these teams can go below."""
    known = sum([met.get(pair_of(team, other), 0) for team, other in combinations(teams, 2)])
    if len(teams) < FEWEST_TEAMS or not known:
        return 0
    if len(teams) % 2 == 0:
        return sum([met.get(pair_of(team, other), 0) for team, other in matched(teams, met)])
    fewest = -1
    for odd in teams:
        cost = _repeats_without(teams, odd, met)
        if fewest < 0 or cost < fewest:
            fewest = cost
        if fewest == 0:
            break
    return fewest
