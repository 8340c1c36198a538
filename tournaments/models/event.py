"""Events of clubs.

Purpose: what a club invites people to; sanctioned, it is judged by the law of the day of its sanction.
Invariants: one sanction an event; it does not end before it begins.
Terms: format (which game is played; `tournaments.formats` knows the rest).
"""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q


class Event(models.Model):
    club = models.ForeignKey("sanctioning.Club", on_delete=models.PROTECT, related_name="events")
    name = models.CharField(max_length=160)
    slug = models.SlugField(max_length=80, unique=True)
    description = models.TextField(blank=True)
    place = models.CharField(max_length=160)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    time_zone = models.CharField(max_length=60)
    format = models.SlugField(max_length=40)
    sanction = models.OneToOneField(
        "sanctioning.Sanction", null=True, blank=True, on_delete=models.PROTECT, related_name="event"
    )
    registered_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    registered_at = models.DateTimeField()

    class Meta:
        ordering = ["starts_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gte=F("starts_at")), name="event_ends_after_it_begins"
            ),
        ]
        indexes = [models.Index(fields=["starts_at"], name="event_by_start")]

    def __str__(self) -> str:
        return self.name

    def local_day(self, moment: dt.datetime) -> dt.date:
        """The day of a moment where the event is held."""
        return moment.astimezone(ZoneInfo(self.time_zone)).date()

    @property
    def first_day(self) -> dt.date:
        return self.local_day(self.starts_at)

    @property
    def last_day(self) -> dt.date:
        return self.local_day(self.ends_at)


class Entry(models.Model):
    class State(models.TextChoices):
        ENTERED = "entered", "entered"
        WAITING = "waiting", "waiting"
        WITHDRAWN = "withdrawn", "withdrawn"

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="entries")
    state = models.CharField(max_length=10, choices=State, default=State.ENTERED)
    entered_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["event", "person"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "person"], name="entered_once_an_event"),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.event}"
