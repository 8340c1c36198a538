"""What a season's calendar shows as a poster: months with their days, and what is on.

Terms: poster (the events to come of a club, or all of a series, that everybody may see and that are held).
"""

from __future__ import annotations

import calendar
import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.urls import reverse

from sanctioning.clubs.models import Club
from sanctioning.kit.clock import beginning_of, today
from sanctioning.kit.messages.mail_text import link_to
from tournaments.events.models.event import Event
from tournaments.events.selectors.dates import public_events
from tournaments.series.models import Series

MOST_MONTHS: Final = 12
MOST_EVENTS: Final = 80
"""What a sheet has room for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PosterEvent:
    """`place` is empty where it is that of the whole poster."""

    name: str
    first_day: dt.date
    last_day: dt.date
    begins: dt.time
    place: str


@dataclass(frozen=True, slots=True)
class PosterDay:
    """`number` is 0 for the days of a week that are of another month."""

    number: int
    marked: bool


@dataclass(frozen=True, slots=True)
class PosterMonth:
    first: dt.date
    weeks: tuple[tuple[PosterDay, ...], ...]
    events: tuple[PosterEvent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """`sha256` tells two states of it apart; `left_out` is how many events it has no room for."""

    title: str
    place: str
    address: str
    months: tuple[PosterMonth, ...]
    left_out: int = 0

    @property
    def sha256(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()


def poster_of_club(club: Club) -> Poster:
    """Its events from today on. One query."""
    coming = public_events().filter(club=club, ends_at__gte=beginning_of(today()))
    return _poster(club.name, link_to(reverse("club", args=[club.slug])), coming)


def poster_of_series(series: Series) -> Poster:
    """All its events. One query."""
    address = link_to(reverse("series", args=[series.slug]))
    return _poster(series.name, address, public_events().filter(series=series))


def _poster(title: str, address: str, events: QuerySet[Event]) -> Poster:
    held = list(events.filter(cancelled_at=None).order_by("starts_at", "id"))
    shown = _of_a_year(held[:MOST_EVENTS])
    places = {event.place for event in shown}
    place = places.pop() if len(places) == 1 else ""
    return Poster(
        title=title,
        place=place,
        address=address,
        months=_months(
            PosterEvent(
                name=event.name,
                first_day=event.first_day,
                last_day=event.last_day,
                begins=event.starts_at.astimezone(ZoneInfo(event.time_zone)).time(),
                place="" if place else event.place,
            )
            for event in shown
        ),
        left_out=len(held) - len(shown),
    )


def _of_a_year(events: list[Event]) -> list[Event]:
    """Those of the first twelve months."""
    if not events:
        return []
    first = _month_number(events[0].first_day)
    return [event for event in events if _month_number(event.first_day) < first + MOST_MONTHS]


def _month_number(day: dt.date) -> int:
    return day.year * 12 + day.month


def _months(events: Iterable[PosterEvent]) -> tuple[PosterMonth, ...]:
    by_month: dict[dt.date, list[PosterEvent]] = defaultdict(list)
    for event in events:
        by_month[event.first_day.replace(day=1)].append(event)
    taken = {day for month in by_month.values() for event in month for day in _days(event)}
    return tuple(PosterMonth(first, _weeks(first, taken), tuple(month)) for first, month in by_month.items())


def _days(event: PosterEvent) -> list[dt.date]:
    length = (event.last_day - event.first_day).days
    return [event.first_day + dt.timedelta(days=number) for number in range(length + 1)]


def _weeks(first: dt.date, taken: set[dt.date]) -> tuple[tuple[PosterDay, ...], ...]:
    return tuple(
        tuple(PosterDay(number, number > 0 and first.replace(day=number) in taken) for number in week)
        for week in calendar.monthcalendar(first.year, first.month)
    )
