"""The evenings of a season: on which days they fall, and what changes from one to the next.

Terms: rhythm (how far apart they are); evening (an event of one day among others that differ in their days
alone).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from dateutil.rrule import MONTHLY, WEEKLY, rrule, weekday
from django.db.models import TextChoices
from django.utils.translation import gettext as _

from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.events.terms import EventTerms

LEAST_EVENINGS: Final = 2
MOST_EVENINGS: Final = 53
"""Every week of the longest year."""
DAYS_A_WEEK: Final = 7
LAST_OF_THE_MONTH: Final = -1
FIFTH: Final = 5


class Rhythm(TextChoices):
    WEEK = "1", _lazy("every week")
    TWO_WEEKS = "2", _lazy("every two weeks")
    THREE_WEEKS = "3", _lazy("every three weeks")
    FOUR_WEEKS = "4", _lazy("every four weeks")
    MONTH = "month", _lazy("every month on the same weekday, such as the second Friday")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEvening:
    """Times are moments; the days of its terms are of the place where it is held."""

    name: str
    starts_at: dt.datetime
    ends_at: dt.datetime
    terms: EventTerms


def days_of(first: dt.date, rhythm: str, count: int) -> tuple[dt.date, ...]:
    """So many days from the first one on. A fifth weekday of a month is taken for the last one, which every
    month has."""
    begin = dt.datetime.combine(first, dt.time())
    if rhythm != Rhythm.MONTH:
        return tuple(
            moment.date() for moment in rrule(WEEKLY, dtstart=begin, interval=int(rhythm), count=count)
        )
    which = (first.day - 1) // DAYS_A_WEEK + 1
    same = weekday(first.weekday(), LAST_OF_THE_MONTH if which == FIFTH else which)
    return tuple(moment.date() for moment in rrule(MONTHLY, dtstart=begin, byweekday=same, count=count))


def evenings_on(days: tuple[dt.date, ...], first: SeasonEvening, time_zone: str) -> tuple[SeasonEvening, ...]:
    """The first evening held on each of the days, at the same hours by the clock on the wall; entries open
    and close as long before each as before the first."""
    zone = ZoneInfo(time_zone)
    first_day = first.starts_at.astimezone(zone).date()
    return tuple(
        _moved(first, zone, day - first_day, numbered(first.name, number))
        for number, day in enumerate(days, start=1)
    )


def numbered(name: str, number: int) -> str:
    return _("%(name)s, no. %(number)s") % {"name": name, "number": number}


def _moved(first: SeasonEvening, zone: ZoneInfo, by: dt.timedelta, name: str) -> SeasonEvening:
    opens, closes = first.terms.entries_from, first.terms.entries_until
    return SeasonEvening(
        name=name,
        starts_at=_on_the_wall(first.starts_at, zone, by),
        ends_at=_on_the_wall(first.ends_at, zone, by),
        terms=replace(first.terms, entries_from=opens and opens + by, entries_until=closes and closes + by),
    )


def _on_the_wall(moment: dt.datetime, zone: ZoneInfo, by: dt.timedelta) -> dt.datetime:
    """The same hour so many days later, also where the clocks were changed between."""
    return moment.astimezone(zone) + by
