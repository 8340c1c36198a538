"""Lists of people whom somebody entered at once, each taken back at most once.

Invariant: who entered it and when never change.
"""

from __future__ import annotations

from django.db import models

from sanctioning.kit.guards.guards import differs, guarded


@guarded(
    "UPDATE",
    "a list stays as it was entered, and is taken back once",
    condition=f"OLD.taken_back_at IS NOT NULL OR {differs('event_id', 'by_id', 'at')}",
)
class EnteredList(models.Model):
    """People entered with one list."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="entered_lists")
    entries = models.ManyToManyField("tournaments.Entry", related_name="entered_lists")
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event", "-id"]

    def __str__(self) -> str:
        return f"List {self.pk} of {self.event}"
