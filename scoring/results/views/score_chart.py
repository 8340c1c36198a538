"""The running scores of a game as a drawing: a line for each player, a point for each stanza.

The drawing has no text of its own, so that it may be stretched to any width; its scales are written beside it
by the page, and each point says what it is to whoever points at it. The stanzas below say it as a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.results.selectors.games import GameDetail

WIDTH: Final = 1000
HEIGHT: Final = 400
FEWEST: Final = 2
"""Stanzas; a line needs two points to say something."""


@dataclass(frozen=True, slots=True)
class Dot:
    across: str
    down: str
    stanza: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """`look` is the number of its colour; `score` the last one."""

    name: str
    look: int
    points: str
    dots: tuple[Dot, ...]
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreChart:
    """`lines` with the highest last score first; `nought` is how far down no points are."""

    width: int
    height: int
    high: int
    low: int
    first: int
    last: int
    nought: str
    lines: tuple[ScoreLine, ...]


def score_chart(game: GameDetail) -> ScoreChart | None:
    """None of fewer than two stanzas, and of a game that is not told by stanzas."""
    stanzas = game.stanzas
    if len(stanzas) < FEWEST:
        return None
    scores = [score for stanza in stanzas for score in stanza.scores.values()]
    high, low = max(1, *scores), min(0, *scores)
    lines = []
    for look, player in enumerate(game.players):
        told = [
            (at, stanza.number, stanza.scores[player.record_id])
            for at, stanza in enumerate(stanzas)
            if player.record_id in stanza.scores
        ]
        if told:
            dots = _dots(told, len(stanzas), high, low)
            lines.append(
                ScoreLine(
                    name=game.names.get(player.record_id, player.record_id),
                    look=look % 10,
                    points=" ".join(f"{dot.across},{dot.down}" for dot in dots),
                    dots=dots,
                    score=told[-1][2],
                )
            )
    return ScoreChart(
        width=WIDTH,
        height=HEIGHT,
        high=high,
        low=low,
        first=stanzas[0].number,
        last=stanzas[-1].number,
        nought=_down(0, high, low),
        lines=tuple(sorted(lines, key=lambda line: -line.score)),
    )


def _dots(told: Sequence[tuple[int, int, int]], stanzas: int, high: int, low: int) -> tuple[Dot, ...]:
    return tuple(
        Dot(f"{WIDTH * at / (stanzas - 1):.1f}", _down(score, high, low), stanza, score)
        for at, stanza, score in told
    )


def _down(score: int, high: int, low: int) -> str:
    return f"{HEIGHT * (high - score) / (high - low):.1f}"
