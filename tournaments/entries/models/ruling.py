"""Whether somebody is let in, where that was in dispute, as it was ruled.

Invariants: one ruling stands for a person and event; it stays as it was made and ends once, by a later one or
by an appeal (guarded).
Rule section: II (an event's own entry requirements, W-76), IV (interprets and administers the rules).
Terms: admitted (the conditions of the event are ruled to be met), kept out (ruled not to be met), ruling
(that of the Acting Executor in his game; none where the Managing Executor ruled before there was one).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import differs, guarded

ENDS_ONCE = "a ruling on an entry stays as it was made, and ends once"


class EntryRulingQuerySet(models.QuerySet["EntryRuling"]):
    def standing(self) -> EntryRulingQuerySet:
        return self.filter(ended_at__isnull=True)


@guarded("DELETE", ENDS_ONCE)
@guarded(
    "UPDATE",
    ENDS_ONCE,
    condition="OLD.ended_at IS NOT NULL OR "
    + differs("event_id", "person_id", "admitted", "ruling_id", "what", "reason", "by_id", "at"),
)
class EntryRuling(models.Model):
    """A ruling on whether somebody is admitted to an event."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="entry_rulings")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="entry_rulings")
    admitted = models.BooleanField()
    ruling = models.OneToOneField(
        "tournaments.Ruling", null=True, blank=True, on_delete=models.PROTECT, related_name="of_entry"
    )
    what = models.TextField(help_text="What was in dispute.")
    reason = models.TextField()
    by = models.ForeignKey("sanctioning.Appointment", on_delete=models.PROTECT, related_name="entry_rulings")
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    key = models.CharField(max_length=80, blank=True)

    objects = EntryRulingQuerySet.as_manager()

    class Meta:
        ordering = ["event", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "person"],
                condition=Q(ended_at__isnull=True),
                name="one_ruling_stands_on_an_entry",
            ),
            models.UniqueConstraint(fields=["key"], condition=~Q(key=""), name="entry_ruling_sent_once"),
            models.CheckConstraint(
                condition=~Q(what="") & ~Q(reason=""), name="entry_ruling_says_what_and_why"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.event}: {'admitted' if self.admitted else 'kept out'}"
