"""The authority's day.

Purpose: terms of office, versions in force and rosters go by calendar days where the authority sits.
Invariant: moments are stored aware of their zone; a day is always a day of the zone of `authority()`.
"""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from django.utils import timezone

from sanctioning.kit.installation.selectors import authority


def authority_zone() -> ZoneInfo:
    return ZoneInfo(authority().time_zone)


def authority_zone_name() -> str:
    return authority_zone().key


def moment(at: dt.datetime | None) -> dt.datetime:
    """The moment a service acts at: the one it was given, or now."""
    if at is None:
        return timezone.now()
    if timezone.is_naive(at):
        raise ValueError("a moment needs a time zone")
    return at


def day_of(at: dt.datetime) -> dt.date:
    return at.astimezone(authority_zone()).date()


def today() -> dt.date:
    return day_of(timezone.now())


def beginning_of(day: dt.date) -> dt.datetime:
    """The first moment of the authority's day: compared with moments as they are kept, by their index."""
    return noon(day, 0)


def noon(day: dt.date, hour: int = 12) -> dt.datetime:
    """An hour of the authority's day, noon unless told."""
    return dt.datetime.combine(day, dt.time(hour), tzinfo=authority_zone())
