"""Bars as the Managing Executor's desk shows them, and those of one person."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sanctioning.models import Bar


@dataclass(frozen=True, slots=True, kw_only=True)
class BarLine:
    id: int
    name: str
    number: str
    first_day: dt.date
    last_day: dt.date | None
    reach: tuple[str, ...]
    why: str
    imposed_by: str
    lifted_for: str
    runs: bool


def bars(day: dt.date) -> tuple[BarLine, ...]:
    """Every bar, those that run or are to come first, then the latest first. One query."""
    found = Bar.objects.select_related("person", "imposed_by").order_by("-first_day", "-id")
    lines = [_line(bar, day) for bar in found]
    return tuple(sorted(lines, key=lambda line: not line.runs))


def bar_with(bar_id: int) -> Bar | None:
    return Bar.objects.select_related("person").filter(pk=bar_id).first()


def _line(bar: Bar, day: dt.date) -> BarLine:
    return BarLine(
        id=bar.pk,
        name=bar.person.name,
        number=bar.person.number,
        first_day=bar.first_day,
        last_day=bar.last_day,
        reach=tuple(" ".join(filter(None, (one["kind"], one["id"]))) for one in bar.reach),
        why=bar.why,
        imposed_by=bar.imposed_by.name,
        lifted_for=bar.lifted_for,
        runs=bar.lifted_at is None and (bar.last_day is None or bar.last_day >= day),
    )
