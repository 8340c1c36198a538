"""What was changed of an event after it was announced, told to everybody who looks at it.

Invariant: a notice is never changed or deleted (`sanctioning.kit.guards.guards`).
"""

from __future__ import annotations

from django.db import models

from sanctioning.kit.guards.guards import append_only


@append_only
class EventNotice(models.Model):
    """What was changed about an event after it was announced."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="notices")
    text = models.TextField()
    before = models.JSONField()
    after = models.JSONField()
    at = models.DateTimeField()
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(text=""), name="event_notice_says_something"),
        ]

    def __str__(self) -> str:
        return f"Notice of {self.event}"
