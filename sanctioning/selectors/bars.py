"""Bars as the Managing Executor's desk shows them, and those of one person."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from sanctioning.models import Bar, Club, Level


@dataclass(frozen=True, slots=True, kw_only=True)
class BarLine:
    """`reach` names clubs and levels as their addresses do, `barred_from` as people do."""

    id: int
    name: str
    number: str
    first_day: dt.date
    last_day: dt.date | None
    reach: tuple[str, ...]
    barred_from: tuple[str, ...]
    why: str
    imposed_by: str
    lifted_for: str
    runs: bool


def bars(day: dt.date) -> tuple[BarLine, ...]:
    """Every bar, those that run or are to come first, then the latest first. Three queries."""
    found = Bar.objects.select_related("person", "imposed_by").order_by("-first_day", "-id")
    names = {("club", slug): name for slug, name in Club.objects.values_list("slug", "name")}
    names |= {("level", slug): name for slug, name in Level.objects.values_list("slug", "name")}
    lines = [_line(bar, day, names) for bar in found]
    return tuple(sorted(lines, key=lambda line: not line.runs))


def bar_with(bar_id: int) -> Bar | None:
    return Bar.objects.select_related("person").filter(pk=bar_id).first()


def _line(bar: Bar, day: dt.date, names: Mapping[tuple[str, str], str]) -> BarLine:
    targets = [(one["kind"], one["id"]) for one in bar.reach]
    return BarLine(
        id=bar.pk,
        name=bar.person.name,
        number=bar.person.number,
        first_day=bar.first_day,
        last_day=bar.last_day,
        reach=tuple(f"{kind} {which}".strip() for kind, which in targets),
        barred_from=tuple(f"{kind} {names.get((kind, which), which)}".strip() for kind, which in targets),
        why=bar.why,
        imposed_by=bar.imposed_by.name,
        lifted_for=bar.lifted_for,
        runs=bar.lifted_at is None and (bar.last_day is None or bar.last_day >= day),
    )
