"""When the clock was last heard."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class ClockTick(models.Model):
    """The last time that a worker did what the clock asked for: one row."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_clock_tick")]

    def __str__(self) -> str:
        return f"the clock struck at {self.at}"
