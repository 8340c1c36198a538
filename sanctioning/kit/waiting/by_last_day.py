"""What waits for somebody in the order of its last days, whatever kind it is."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sanctioning.kit.waiting.registry import WaitingLine, Waits


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """One thing, with the words of its kind."""

    line: WaitingLine
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitsOfDay:
    """All of one last day; of none where `until` is."""

    until: dt.date | None
    things: tuple[Dated, ...]


def by_last_day(waits: Iterable[Waits]) -> tuple[WaitsOfDay, ...]:
    """The earliest day first, so what is overdue; last what waits without one. Within a day as by kind."""
    days: dict[dt.date | None, list[Dated]] = defaultdict(list)
    for group in waits:
        for line in group.lines:
            days[line.until].append(Dated(line=line, words=group.words))
    return tuple(
        WaitsOfDay(until=until, things=tuple(days[until]))
        for until in sorted(days, key=lambda day: (day is None, day or dt.date.min))
    )
