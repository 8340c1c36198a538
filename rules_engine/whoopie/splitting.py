"""Dividing a game into off-spring games.

Section II, "Splitting a game"; inventory W-85 to W-97, readings 39 to 43. The places of the ranking go to
groups A, B, C in turn (A B C A B C); scores and the parent's player-hands are carried over.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules_engine.draws import TieDraw, rank_tied
from rules_engine.sentences import Several, says
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie.averages import truncated_average
from rules_engine.whoopie.hand_sizes import Direction, Hand, next_hand, sequence

RULE = "II/Splitting a game"
LEAST_WISHING = 10
SHOWN_HANDS = 10


class Split(NamedTuple):
    """The groups of a split.

    `assigned` is the score given to waiting players (None before any stanza), `ranking` all players from
    the highest, `groups` the players of A, B, C ... in the order of the ranking, `scores` everyone's score,
    `open` the players who must draw (again) because they are tied. While any is open the ranking is
    provisional and there are no groups.
    """

    allowed: bool
    assigned: int | None
    ranking: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    scores: dict[str, int]
    open: tuple[str, ...]
    reason: str


class OffSpring(NamedTuple):
    """How off-spring games begin: the next hand, each group's hand sizes, the player-hands carried over."""

    cards: int
    direction: Direction
    hand_sizes: tuple[tuple[int, ...], ...]
    player_hands: int


class DrawWithoutTie(ValueError):
    """A recorded draw whose players are not a whole group still tied; `index` is its place."""

    def __init__(self, index: int) -> None:
        super().__init__(says("these players are not a whole group still tied"))
        self.index = index


def split(
    scores: Mapping[str, int],
    waiting: Iterable[str],
    returning: Mapping[str, int],
    groups: int,
    draws: Sequence[TieDraw] = (),
    average: int | None = None,
) -> Split:
    """Rank everyone who wishes to play and fill the groups.

    `scores` are the totals after the last stanza of those seated who stay, `waiting` are new to the game
    and get the truncated `average` of that stanza (that of `scores` unless somebody left after it, whose
    score belongs to it, reading 36), `returning` come back with their former score (reading 40).
    Nobody may be in more than one of the three. Every tie is broken by a recorded draw, high card ahead; a
    later draw may name those whom an earlier one left tied.

    Raises:
        DrawWithoutTie: for a draw among players who are not tied at that point.
        ValueError: for a string that is no card.
    """
    if not scores:
        return _refused(None, says("There is no last stanza to rank the players by."))
    assigned = truncated_average(tuple(scores.values())) if average is None else average
    everyone = {**scores, **dict.fromkeys(waiting, assigned), **returning}
    wishing = len(everyone)
    if why_not := _why_not(len(scores), wishing, groups):
        return _refused(assigned, why_not)
    placed = _break_ties(_by_score(everyone), draws)
    ranking = tuple(player for group in placed for player in group)
    ranked_scores = {player: everyone[player] for player in ranking}
    tied = tuple(player for group in placed if len(group) > 1 for player in group)
    if tied:
        reason = says(
            "%(wishing)s wish to play, but %(tied)s are tied for a place and must draw.",
            wishing=wishing,
            tied=len(tied),
        )
        return Split(
            allowed=True,
            assigned=assigned,
            ranking=ranking,
            groups=(),
            scores=ranked_scores,
            open=tied,
            reason=reason,
        )
    filled = tuple(ranking[first::groups] for first in range(groups))
    sizes = Several([len(group) for group in filled])
    return Split(
        allowed=True,
        assigned=assigned,
        ranking=ranking,
        groups=filled,
        scores=ranked_scores,
        open=(),
        reason=says("%(wishing)s players in groups of %(sizes)s.", wishing=wishing, sizes=sizes),
    )


def _why_not(players: int, wishing: int, groups: int) -> str:
    """Why so many who wish to play cannot be split so; empty where they can."""
    if players > MOST_PLAYERS:
        return says(
            "%(players)s players were not at one table; %(most)s is the most.",
            players=players,
            most=MOST_PLAYERS,
        )
    if wishing < LEAST_WISHING:
        return says(
            "%(wishing)s wish to play; a split needs %(least)s or more.",
            wishing=wishing,
            least=LEAST_WISHING,
        )
    if groups < 2:
        return says("A split makes two groups or more.")
    if wishing // groups < FEWEST_PLAYERS:
        return says(
            "%(wishing)s in %(groups)s groups leave one with fewer than %(fewest)s.",
            wishing=wishing,
            groups=groups,
            fewest=FEWEST_PLAYERS,
        )
    if wishing > MOST_PLAYERS * groups:
        return says(
            "%(wishing)s in %(groups)s groups leave one with more than %(most)s.",
            wishing=wishing,
            groups=groups,
            most=MOST_PLAYERS,
        )
    return ""


def _refused(assigned: int | None, reason: str) -> Split:
    return Split(allowed=False, assigned=assigned, ranking=(), groups=(), scores={}, open=(), reason=reason)


def _by_score(scores: Mapping[str, int]) -> list[tuple[str, ...]]:
    by_score: dict[int, list[str]] = {}
    for player, score in scores.items():
        by_score.setdefault(score, []).append(player)
    return [tuple(by_score[score]) for score in sorted(by_score, reverse=True)]


def _break_ties(groups: list[tuple[str, ...]], draws: Sequence[TieDraw]) -> list[tuple[str, ...]]:
    for index, draw in enumerate(draws):
        drawn = set(draw.tied)
        place = next((at for at, group in enumerate(groups) if len(group) > 1 and set(group) == drawn), None)
        if place is None:
            raise DrawWithoutTie(index)
        groups[place : place + 1] = rank_tied(groups[place], draw.rounds)
    return groups


def offspring(
    seated: int, cards: int, direction: Direction, group_sizes: Sequence[int], player_hands: int
) -> OffSpring:
    """The first hands of each group after a split.

    `cards` and `direction` are the parent's last hand, dealt to the `seated` players of its last stanza;
    the first hand is what that table would have dealt next, held to each group's own limit (reading 42).
    `player_hands`, counted up to the split, goes whole to every group (reading 43).

    Raises:
        ValueError: for no players.
    """
    first: Hand = next_hand(cards, direction, seated)
    sizes = tuple(sequence([size] * SHOWN_HANDS, first) for size in group_sizes)
    return OffSpring(first[0], first[1], sizes, player_hands)
