"""Announcements: what the director says to everybody at the event.

Invariants: the words of an announcement never change and it is never deleted (guarded): another is made, and
the old one taken down. It is read from its moment until it is taken down, its end has come, or its event has
been over for half a day.
"""

from __future__ import annotations

import datetime as dt
from typing import Final, Self

from django.db import models
from django.db.models import F, Q

from sanctioning.kit.guards.guards import differs, guarded

LINGERING: Final = dt.timedelta(hours=12)
"""How long after the planned end of an event people still read what was announced there."""

NEVER_CHANGED = "what was announced never changes; take it down and announce anew"


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    def standing(self, at: dt.datetime) -> Self:
        """Those that are not over at that moment, nor taken down, nor left from an event long over."""
        lately = at - LINGERING
        return self.filter(
            Q(until__isnull=True) | Q(until__gt=at),
            Q(event__ends_at__gte=lately) | Q(at__gte=lately),
            taken_down_at__isnull=True,
        )


@guarded("UPDATE", NEVER_CHANGED, condition=differs("event_id", "text", "by_id", "at", "until"))
@guarded("DELETE", NEVER_CHANGED)
class Announcement(models.Model):
    """What a director tells everybody at an event."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="announcements")
    text = models.CharField(max_length=300)
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    taken_down_at = models.DateTimeField(null=True, blank=True)
    taken_down_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="announcement_says_something"),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gt=F("at")), name="announcement_stands_a_while"
            ),
            models.CheckConstraint(
                condition=Q(taken_down_at__isnull=True, taken_down_by__isnull=True)
                | Q(taken_down_at__isnull=False, taken_down_by__isnull=False),
                name="announcement_taken_down_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"Announcement at {self.event}"
