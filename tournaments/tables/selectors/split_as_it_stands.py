"""A split of a table as it stands: who is tied and must draw, and who goes where.

Invariant: one that was undone never was.
Rule section: II (splitting a game).
"""

from __future__ import annotations

from dataclasses import dataclass

from sanctioning.kit.prepared_queries import Prepared
from tournaments.games.models import Game
from tournaments.tables.kept_draws import DrawnTie
from tournaments.tables.models.sheet import Split


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitView:
    """A split as it stands: who is tied and must draw, what was drawn, and who goes where."""

    groups: int
    rounds: int
    open: tuple[str, ...]
    ranking: tuple[str, ...]
    scores: dict[str, int]
    draws: list[DrawnTie]
    filled: list[list[str]]


def split_as_it_stands(game: Game) -> SplitView | None:
    """The split of the game, if there is one. One query."""
    split = next(iter(_SPLIT(game.pk)), None)
    return _split_view(split) if split else None


def _split_view(split: Split) -> SplitView:
    return SplitView(
        groups=split.group_count,
        rounds=sum(len(draw["rounds"]) for draw in split.draws),
        open=tuple(split.open),
        ranking=tuple(split.ranking),
        scores={**split.scores, **dict.fromkeys(split.waiting, split.average), **split.returning},
        draws=split.draws,
        filled=split.groups,
    )


_SPLIT = Prepared(
    lambda game: Split.objects.filter(game=game).exclude(state=Split.State.UNDONE).order_by("pk")[:1]
)
