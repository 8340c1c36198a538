"""Acting Executors of a whole event, named before anything is seated.

Invariants: nobody is appointed twice to the same event; the first in order who may rule a game is appointed
to it when it is opened. A game keeps its executor, whoever is appointed to the event later.
Rule section: IV (the authority appoints an Acting Executor to each sanctioned game).
"""

from __future__ import annotations

from django.db import models


class EventExecutor(models.Model):
    """Somebody who rules the games of an event, those opened later too."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="executors")
    executor = models.ForeignKey("sanctioning.Appointment", on_delete=models.PROTECT, related_name="events")
    appointed_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    appointed_at = models.DateTimeField()

    class Meta:
        ordering = ["event", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "executor"], name="executor_once_at_an_event"),
        ]

    def __str__(self) -> str:
        return f"{self.executor} at {self.event}"
