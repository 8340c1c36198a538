"""Dates as iCalendar (RFC 5545).

Invariants: the same dates give the same bytes; a date keeps its UID whatever is changed of it and wherever
the site moves; its SEQUENCE grows with every change, and what is called off is CANCELLED, not left out. Times
stand in the zone of the event, which the file describes.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Calendar, vDuration
from icalendar import Event as Entry

from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.messages.mail_text import link_to
from tournaments.events.personal_calendar import Date

# Names of dates are made from this one for ever.
NAMES: Final = uuid.UUID("9c1d4f0e-5d35-5b0a-8a53-19660418f00d")
ASK_AGAIN: Final = dt.timedelta(hours=6)
MARGIN: Final = dt.timedelta(days=366)


def ical(name: str, dates: Sequence[Date]) -> bytes:
    """The file of a feed of that name."""
    calendar = Calendar()
    calendar.add("prodid", f"-//{authority().name_on_papers}//Calendar//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("name", name)
    calendar.add("refresh-interval", vDuration(ASK_AGAIN), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(ASK_AGAIN))
    for date in dates:
        calendar.add_component(_entry(date))
    if dates:
        first = min(date.starts_at for date in dates) - MARGIN
        last = max(date.ends_at for date in dates) + MARGIN
        calendar.add_missing_timezones(first_date=first.date(), last_date=last.date())
    return bytes(calendar.to_ical())


def _entry(date: Date) -> Entry:
    zone = ZoneInfo(date.time_zone)
    entry = Entry()
    entry.add("uid", f"{uuid.uuid5(NAMES, date.key)}")
    entry.add("dtstamp", date.changed_at.astimezone(dt.UTC))
    entry.add("last-modified", date.changed_at.astimezone(dt.UTC))
    entry.add("sequence", date.changes)
    entry.add("summary", date.title)
    entry.add("dtstart", date.starts_at.astimezone(zone))
    entry.add("dtend", date.ends_at.astimezone(zone))
    entry.add("location", date.place)
    entry.add("description", f"{date.said}\n{link_to(date.path)}")
    entry.add("url", link_to(date.path))
    entry.add("status", "CANCELLED" if date.called_off else "TENTATIVE" if date.tentative else "CONFIRMED")
    entry.add("transp", "TRANSPARENT" if date.called_off else "OPAQUE")
    return entry
