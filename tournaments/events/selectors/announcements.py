"""Announcements in force, for everybody who may see the event."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from sanctioning.kit.clock import moment
from tournaments.entries.models.entry import Entry
from tournaments.events.models.announcement import Announcement
from tournaments.events.models.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementLine:
    number: int
    text: str
    at: dt.datetime
    until: dt.datetime | None


def announcements_of(*, event: Event, at: dt.datetime | None = None) -> tuple[AnnouncementLine, ...]:
    """What stands at that moment, the latest first. One query."""
    standing: QuerySet[Announcement] = Announcement.objects.standing(moment(at)).filter(event=event)
    return tuple(
        AnnouncementLine(
            number=announcement.pk, text=announcement.text, at=announcement.at, until=announcement.until
        )
        for announcement in standing.order_by("-at", "-pk")
    )


def first_end_of(announcements: Iterable[AnnouncementLine]) -> int | None:
    """The second at which the first of them is over, for a page that then renews itself."""
    ends = [announcement.until for announcement in announcements if announcement.until]
    return int(min(ends).timestamp()) + 1 if ends else None


def announcements_for(people: Collection[int], at: dt.datetime) -> QuerySet[Announcement]:
    """What stands at events for which these people are entered, the latest first; not read yet."""
    entered = Entry.objects.filter(person__in=people, state=Entry.State.ENTERED)
    standing = Announcement.objects.standing(at).filter(event__in=entered.values("event"))
    return standing.select_related("event").order_by("-at", "-pk")


def announcement_numbered(*, event: Event, number: int) -> Announcement | None:
    return Announcement.objects.filter(event=event, pk=number).first()
