"""Events of clubs.

Purpose: what a club invites people to; sanctioned, it is judged by the law of the day of its sanction.
Invariants: one sanction an event; it does not end before it begins; a cancelled one says why.
Terms: format (which game is played; `tournaments.formats` knows the rest).
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q

from sanctioning.identity.found_by import FoundBy, WordsIndex, written_along
from sanctioning.kit.money import NOTHING, MoneyField
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.events.terms import LEAST_CAPACITY, EventTerms

EVENT_PARTS: Final = (
    "club",
    "sanction__level",
    "sanction__type",
    "sanction__articles",
    "sanction__rule_set",
)
"""What is read of an event with its games."""


class Event(models.Model):
    """An event of a club: what is played, where and when, and under which sanction."""

    class SeriesPart(models.TextChoices):
        ORDINARY = "ordinary", _lazy("its points count")
        PLAYOFF = "playoff", _lazy("playoff")
        CONSOLATION = "consolation", _lazy("consolation")

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
    games_planned = models.PositiveSmallIntegerField(default=1)
    entry_fee = MoneyField(default=NOTHING, help_text="What a player pays to the club.")
    capacity = models.PositiveIntegerField(null=True, blank=True, help_text="Empty: no limit.")
    answer_hours = models.PositiveSmallIntegerField(
        default=24,
        help_text="How long who waits has to answer when a place becomes free; 0: moves up unasked.",
    )
    entries_from = models.DateField(null=True, blank=True)
    entries_until = models.DateField(null=True, blank=True)
    series = models.ForeignKey(
        "tournaments.Series", null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    series_part = models.CharField(max_length=12, choices=SeriesPart, blank=True)
    entry_conditions = models.JSONField(default=list, blank=True)
    entry_requirements = models.TextField(blank=True, help_text="The event's own, in words.")
    registered_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    registered_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_for = models.TextField(blank=True, help_text="Why it is not held.")
    found_by = FoundBy(of=("name", "place", "starts_at"))

    class Meta:
        ordering = ["starts_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gte=F("starts_at")), name="event_ends_after_it_begins"
            ),
            models.CheckConstraint(
                condition=Q(series__isnull=True, series_part="")
                | (Q(series__isnull=False) & ~Q(series_part="")),
                name="event_of_a_series_has_a_part",
            ),
            models.CheckConstraint(condition=Q(games_planned__gte=1), name="event_plans_a_game"),
            models.CheckConstraint(condition=Q(entry_fee__gte=0), name="event_fee_not_below_nothing"),
            models.CheckConstraint(
                condition=Q(capacity__isnull=True) | Q(capacity__gte=LEAST_CAPACITY),
                name="event_has_room_for_a_game",
            ),
            models.CheckConstraint(
                condition=Q(entries_from__isnull=True)
                | Q(entries_until__isnull=True)
                | Q(entries_until__gte=F("entries_from")),
                name="event_entries_close_after_they_open",
            ),
            models.CheckConstraint(
                condition=Q(cancelled_at__isnull=True, cancelled_for="")
                | (Q(cancelled_at__isnull=False) & ~Q(cancelled_for="")),
                name="event_cancelled_has_a_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["starts_at", "id", "ends_at"], name="event_by_start"),
            models.Index(fields=["ends_at"], name="event_by_end"),
            WordsIndex(fields=["found_by"], name="event_by_words"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *, update_fields: Any = None, **options: Any) -> None:
        super().save(update_fields=written_along(self, update_fields), **options)

    def local_day(self, moment: dt.datetime) -> dt.date:
        """The day of a moment where the event is held."""
        return moment.astimezone(ZoneInfo(self.time_zone)).date()

    @property
    def terms(self) -> EventTerms:
        return EventTerms(
            games_planned=self.games_planned,
            entry_fee=self.entry_fee,
            capacity=self.capacity,
            entries_from=self.entries_from,
            entries_until=self.entries_until,
            entry_requirements=self.entry_requirements,
            answer_hours=self.answer_hours,
        )

    @property
    def first_day(self) -> dt.date:
        return self.local_day(self.starts_at)

    @property
    def last_day(self) -> dt.date:
        return self.local_day(self.ends_at)
