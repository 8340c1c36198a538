"""Bars as the Managing Executor's desk shows them, and those of one person."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Case, F, Q, Value, When
from django.utils.translation import gettext_lazy as _

from rules_engine.justice.bar_reach import Target
from sanctioning.bars.models import Bar
from sanctioning.bars.origins import BarOrigin, origins_of
from sanctioning.bars.services import targets_of
from sanctioning.bars.targets import barred_from
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import today
from sanctioning.kit.lists.filters import NAME_OR_NUMBER, kind_of, words
from sanctioning.kit.lists.lists import ListSource
from sanctioning.people.models.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class BarLine:
    """`reach` names clubs and levels as their addresses do, `barred_from` as people do; `origin` is the vote
    or the case that imposed it, with its page."""

    id: int
    name: str
    number: str
    first_day: dt.date
    last_day: dt.date | None
    reach: tuple[str, ...]
    barred_from: tuple[str, ...]
    why: str
    imposed_by: str
    origin: str
    origin_path: str
    lifted_for: str
    runs: bool


def bars(day: dt.date) -> ListSource[Bar, BarLine]:
    """Every bar, those that run or are to come first, then the latest first; for the Managing Executor. Seven
    queries a page."""
    over = Q(lifted_at__isnull=False) | Q(last_day__lt=day)
    rows = Bar.objects.select_related("person", "imposed_by").annotate(
        over=Case(When(over, then=Value(1)), default=Value(0))
    )
    return ListSource(
        rows=rows,
        lines=lambda page: _lines(page, day, origins_of([bar.pk for bar in page])),
        sorts={
            "name": ("person__family_name", "person__given_names"),
            "from": ("first_day",),
            "until": (F("last_day"),),
            "state": ("over", "-first_day"),
        },
        order="state",
        filters=(
            words(
                "search",
                NAME_OR_NUMBER,
                "person__given_names",
                "person__family_name",
                numbers=("person__number",),
            ),
            kind_of(
                "state",
                _("State"),
                {"running": (_("running or still to come"), ~over), "over": (_("over or lifted"), over)},
                all_words=_("all bars"),
            ),
        ),
    )


def bars_in_force(person: Person) -> tuple[BarLine, ...]:
    """What the person is barred from today. Four queries where there is anything, else one."""
    day = today()
    own = Bar.objects.on(day).filter(person__in=rows_of(person))
    in_force = list(own.select_related("person", "imposed_by"))
    return _lines(in_force, day, {}) if in_force else ()


def bar_with(bar_id: int) -> Bar | None:
    return Bar.objects.select_related("person").filter(pk=bar_id).first()


def _lines(rows: Sequence[Bar], day: dt.date, origins: Mapping[int, BarOrigin]) -> tuple[BarLine, ...]:
    words = barred_from(target for bar in rows for target in targets_of(bar))
    return tuple(_line(bar, day, words, origins.get(bar.pk)) for bar in rows)


def _line(bar: Bar, day: dt.date, words: Mapping[Target, str], origin: BarOrigin | None) -> BarLine:
    targets = targets_of(bar)
    return BarLine(
        id=bar.pk,
        name=bar.person.name,
        number=bar.person.number,
        first_day=bar.first_day,
        last_day=bar.last_day,
        reach=tuple(f"{kind} {which}".strip() for kind, which in targets),
        barred_from=tuple(words[target] for target in targets),
        why=bar.why,
        imposed_by=bar.imposed_by.name,
        origin=origin.name if origin else "",
        origin_path=origin.path if origin else "",
        lifted_for=bar.lifted_for,
        runs=bar.lifted_at is None and (bar.last_day is None or bar.last_day >= day),
    )
