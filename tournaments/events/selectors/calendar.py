"""The calendar: events to be searched and narrowed, a month of them day by day.

Invariant: only events that the asker may see; a constant number of queries.
Terms: open place (a seat that is not taken while entries are open; without a limit there is always one).
"""

from __future__ import annotations

import calendar as weeks
import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from django import forms
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from sanctioning.clubs.models import Club
from sanctioning.kit.clock import authority_zone, beginning_of, today
from sanctioning.kit.lists.filters import kind_of, one_of, only, words
from sanctioning.kit.lists.lists import Filter, ListSource, ask
from sanctioning.people.models.person import Person
from tournaments.events.list_filters import by_level
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import CalendarLine, calendar_line, counted_events, visible_events
from tournaments.formats.registry import FORMATS

MONTH: Final = r"^[0-9]{4}-(0[1-9]|1[0-2])$"
WHEN: Final = {"": _("to come"), "over": _("over"), "all": _("coming and past")}


def events(
    *, asker: Person | None, when: str = "", month: str = "", club: Club | None = None
) -> ListSource[Event, CalendarLine]:
    """Events, those to come unless told; a month shows all of it. Three queries a page."""
    rows = counted_events(visible_events(asker))
    if club is not None:
        rows = rows.filter(club=club)
    if when == "over":
        rows = rows.filter(ends_at__lt=beginning_of(today()))
    elif when != "all" and not month:
        rows = rows.filter(ends_at__gte=beginning_of(today()))
    return ListSource(
        rows=rows,
        lines=lambda rows: tuple(map(calendar_line, rows)),
        sorts={
            "day": ("starts_at",),
            "name": ("name", "starts_at"),
            "place": ("place", "starts_at"),
            "club": ("club__name", "starts_at"),
            "level": (F("sanction__level__order"), "starts_at"),
            "entries": ("entry_count",),
        },
        order="-day" if when == "over" else "day",
        filters=_filters(),
    )


def _filters() -> tuple[Filter[Event], ...]:
    day = today()
    closed = Q(entries_from__gt=day) | Q(entries_until__lt=day) | Q(ends_at__lt=beginning_of(day))
    room = Q(capacity__isnull=True) | Q(capacity__gt=F("entry_count"))
    games = [(played.slug, played.title) for played in FORMATS.values()]
    return (
        words("place", _("Town, hall or club"), "place", "club__name", "club__place"),
        words("search", _("Name of the event"), "name", "series__name"),
        by_level(),
        *([one_of("game", _("Game"), "format", games, all_words=_("all games"))] if len(games) > 1 else []),
        in_month(),
        kind_of("when", _("When"), {key: (WHEN[key], Q()) for key in ("over", "all")}, all_words=WHEN[""]),
        only("places", _("only with open places"), ~closed & room & Q(cancelled_at__isnull=True)),
    )


def in_month() -> Filter[Event]:
    """Events of which a day lies in the month."""

    def narrow(rows: QuerySet[Event], month: str) -> QuerySet[Event]:
        first, after = _bounds(first_of(month) or today().replace(day=1))
        return rows.filter(starts_at__lt=after, ends_at__gte=first)

    field = forms.RegexField(
        MONTH,
        label=_("Month"),
        required=False,
        widget=forms.DateInput(attrs={"type": "month", "placeholder": "2026-11"}),
        error_messages={"invalid": _("Write the month as 2026-11.")},
    )
    return Filter(name="month", field=field, narrow=narrow)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarDay:
    day: dt.date
    within: bool
    today: bool
    events: tuple[CalendarLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """Weeks from Monday on, with the days before and after that fill them."""

    first: dt.date
    before: dt.date
    after: dt.date
    weeks: tuple[tuple[CalendarDay, ...], ...]
    found: int


def month_of(*, asker: Person | None, first: dt.date, query: Mapping[str, str]) -> Month:
    """One month, narrowed as the list is. Two queries."""
    name = f"{first:%Y-%m}"
    source = events(asker=asker, month=name)
    lines = tuple(ask(source, {**query, "month": name, "when": "", "sort": ""}).all_lines())
    by_day: dict[dt.date, list[CalendarLine]] = defaultdict(list)
    for line in lines:
        day = line.first_day
        while day <= line.last_day and day <= first + dt.timedelta(days=45):
            by_day[day].append(line)
            day += dt.timedelta(days=1)
    now = today()
    grid = weeks.Calendar().monthdatescalendar(first.year, first.month)
    return Month(
        first=first,
        before=(first - dt.timedelta(days=1)).replace(day=1),
        after=_next(first),
        weeks=tuple(
            tuple(
                CalendarDay(
                    day=day,
                    within=day.month == first.month,
                    today=day == now,
                    events=tuple(by_day[day]) if day.month == first.month else (),
                )
                for day in week
            )
            for week in grid
        ),
        found=len(lines),
    )


def first_of(month: str) -> dt.date | None:
    """The first day of `2026-11`; None for what is no month."""
    try:
        first = dt.datetime.strptime(month, "%Y-%m").replace(tzinfo=ZoneInfo("UTC")).date()
    except ValueError:
        return None
    return first if 1 < first.year < 9999 else None


def _next(first: dt.date) -> dt.date:
    return (first + dt.timedelta(days=31)).replace(day=1)


def _bounds(first: dt.date) -> tuple[dt.datetime, dt.datetime]:
    zone = authority_zone()
    return tuple(dt.datetime.combine(day, dt.time(), tzinfo=zone) for day in (first, _next(first)))  # type: ignore[return-value]
