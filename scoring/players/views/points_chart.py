"""Points over time as a drawing: lines that step up on the days of the ledger.

The drawing has no text of its own, so that it may be stretched to any width; its scales are written beside it
by the page. The numbers are the ledger's (through the selector); here they only become lengths.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from scoring.players.selectors.player_page import PointsOfDay

WIDTH, HEIGHT = 1000, 400
PARTS: Final = 4
NICE: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """`ticks` from the top down, in equal parts; the lines are points of an SVG polyline."""

    width: int
    height: int
    ticks: tuple[int, ...]
    first: dt.date
    last: dt.date
    won: str
    recorded: str
    blue: str
    rules: tuple[str, ...]
    said: tuple[PointsOfDay, ...]


def points_chart(history: Sequence[PointsOfDay], until: dt.date) -> Chart | None:
    """The chart of a player up to a day; None where there is nothing to draw."""
    if not history or not any(moment.won.points for moment in history):
        return None
    first = history[0].day
    last = max(until, history[-1].day, first + dt.timedelta(days=1))
    top = _top(max(moment.won.points for moment in history))

    def line(value: Callable[[PointsOfDay], Decimal]) -> str:
        return _steps(history, first, last, top, value)

    blue = any(moment.won.blue for moment in history)
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        ticks=tuple(top * part // PARTS for part in range(PARTS, -1, -1)),
        first=first,
        last=last,
        won=line(lambda moment: moment.won.points),
        recorded=line(lambda moment: moment.recorded.points),
        blue=line(lambda moment: moment.won.blue) if blue else "",
        rules=tuple(f"{HEIGHT * part / PARTS:.0f}" for part in range(PARTS + 1)),
        said=tuple(reversed(history)),
    )


def _top(most: Decimal) -> int:
    """The least round number, whole in each part of the scale, that nothing goes beyond."""
    unit = 1
    while True:
        for factor in NICE:
            if factor * unit * PARTS >= most:
                return factor * unit * PARTS
        unit *= 10


def _steps(
    history: Sequence[PointsOfDay],
    first: dt.date,
    last: dt.date,
    top: int,
    value: Callable[[PointsOfDay], Decimal],
) -> str:
    """From nothing on the first day, along and up with each moment, to the right edge."""
    days = (last - first).days
    spots = [(Decimal(0), Decimal(HEIGHT))]
    for moment in history:
        across = Decimal(WIDTH * (moment.day - first).days) / days
        spots.append((across, spots[-1][1]))
        spots.append((across, HEIGHT - value(moment) * HEIGHT / top))
    spots.append((Decimal(WIDTH), spots[-1][1]))
    return " ".join(f"{across:.1f},{down:.1f}" for across, down in spots)
