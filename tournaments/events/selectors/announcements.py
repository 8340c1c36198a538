"""Announcements in force, for everybody who may see the event."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Max, Q, QuerySet

from sanctioning.clubs.models import Club
from sanctioning.kit.clock import moment
from tournaments.entries.models.entry import Entry
from tournaments.events.models.announcement import LINGERING, Announcement
from tournaments.events.models.event import Event
from tournaments.events.selectors.dates import public_events


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicAnnouncements:
    """`changed_at` is the moment at which one of them was last made, taken down or over; None before any."""

    standing: tuple[Announcement, ...]
    changed_at: dt.datetime | None


def public_announcements(
    *, club: Club | None = None, limit: int, at: dt.datetime | None = None
) -> PublicAnnouncements:
    """What stands at events that everybody may see, of all clubs or of one, the latest first. Two queries."""
    at = moment(at)
    events = public_events() if club is None else public_events().filter(club=club)
    announced = Announcement.objects.filter(event__in=events.order_by().values("pk"), at__lte=at)
    changes = announced.aggregate(
        made=Max("at"),
        down=Max("taken_down_at"),
        over=Max("until", filter=Q(until__lte=at)),
        past=Max("event__ends_at", filter=Q(event__ends_at__lt=at - LINGERING)),
    )
    moments = [changes["made"], changes["down"], changes["over"]]
    moments.append(changes["past"] + LINGERING if changes["past"] else None)
    standing = announced.standing(at).select_related("event__club").order_by("-at", "-pk")
    return PublicAnnouncements(
        standing=tuple(standing[:limit]), changed_at=max(filter(None, moments), default=None)
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
