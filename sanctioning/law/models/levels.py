"""Levels and types: what an event is sanctioned as, and the two keys of every scale.

Invariants: both are data and the lists can grow; what a level is (its three properties) never changes, so
that what was sanctioned at it stays what it was: retire it and add another. Code asks the properties and
never the slug.
Rule section: IV (points depend on the level and the type of the game; present levels *include* four);
readings 57, 58 and 64.
Terms: retired (no longer applied for; what was sanctioned keeps it).
"""

from __future__ import annotations

import datetime as dt
from typing import Self

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import differs, guarded


class Category(models.Model):
    """What levels and types have in common."""

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80, unique=True)
    order = models.PositiveSmallIntegerField(unique=True)
    retired_on = models.DateField(null=True, blank=True, help_text="From this day nobody applies for it.")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    @classmethod
    def applied_for_on(cls, day: dt.date) -> models.QuerySet[Self]:
        """Those that may be applied for on that day."""
        return cls._default_manager.filter(Q(retired_on__isnull=True) | Q(retired_on__gt=day))

    def open_on(self, day: dt.date) -> bool:
        return self.retired_on is None or self.retired_on > day


@guarded(
    "UPDATE",
    "what a level is never changes; retire it and add another",
    condition=differs("slug", "restricted", "playoff", "special_event"),
)
class Level(Category):
    """A level of events, for which a sanction is granted and a fee is set."""

    restricted = models.BooleanField(default=False, help_text="Needs an entry condition that is checked.")
    playoff = models.BooleanField(default=False, help_text="The level of playoffs and consolations.")
    special_event = models.BooleanField(default=False, help_text="No bar reaches it.")

    class Meta:
        ordering = ["order"]


class EventType(Category):
    """The second key of every scale."""

    class Meta:
        ordering = ["order"]
