"""Bars: what somebody may not play in, from a day to a day.

Purpose: entries and seating ask here; a vote or a disciplinary decision imposes.
Invariants: a bar says why and reaches something; it is never edited or deleted, only lifted once, with a
reason (guarded); it does not end before it begins.
Rule section: III (penalties of type 2 violations), IV (discipline); readings 57, 58 and 60.
Terms: reach (a list of {"kind", "id"} as `rules_engine.justice.bar_reach` reads it).
"""

from __future__ import annotations

import datetime as dt

from django.db import models
from django.db.models import F, Q

from sanctioning.kit.guards.guards import differs, guarded


class BarQuerySet(models.QuerySet["Bar"]):
    def on(self, day: dt.date) -> BarQuerySet:
        """Bars that run on that day, first and last day included, and were not lifted."""
        return self.filter(
            Q(last_day__isnull=True) | Q(last_day__gte=day), first_day__lte=day, lifted_at__isnull=True
        )


@guarded("DELETE", "a bar is lifted, never deleted")
@guarded(
    "UPDATE",
    "a bar is only lifted, once",
    condition="OLD.lifted_at IS NOT NULL OR CAST(OLD.reach AS TEXT) <> CAST(NEW.reach AS TEXT) OR "
    + differs("person_id", "first_day", "last_day", "why", "imposed_by_id", "imposed_at"),
)
class Bar(models.Model):
    """What somebody may not play in, from a day to a day, and why."""

    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="bars")
    first_day = models.DateField()
    last_day = models.DateField(null=True, blank=True, help_text="Empty: until it is lifted.")
    reach = models.JSONField()
    why = models.TextField()
    imposed_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    imposed_at = models.DateTimeField()
    lifted_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_for = models.TextField(blank=True)

    objects = BarQuerySet.as_manager()

    class Meta:
        ordering = ["first_day", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(why="") & ~Q(reach=[]), name="bar_says_why_and_reaches"),
            models.CheckConstraint(
                condition=Q(last_day__isnull=True) | Q(last_day__gte=F("first_day")),
                name="bar_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=Q(lifted_at__isnull=True, lifted_by__isnull=True, lifted_for="")
                | (Q(lifted_at__isnull=False, lifted_by__isnull=False) & ~Q(lifted_for="")),
                name="bar_lifted_by_somebody_for_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"bar of {self.person} from {self.first_day}"
