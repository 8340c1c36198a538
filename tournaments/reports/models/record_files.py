"""Records sent in as files, many at once: each file with what became of it.

Invariants: a file is waiting, taken, refused, or unmatched until the director says which game it is of; a
file that was taken names its report, and no other does.
Terms: batch (what was sent in one go, singly or as a zip), path (the name of a file, folders of the zip
included), pointer (the place in a record that could not be read).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class RecordBatch(models.Model):
    """Files of records sent in together for an event."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="record_batches")
    sent_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField()
    job = models.ForeignKey("sanctioning.Job", null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "record batches"

    def __str__(self) -> str:
        return f"{self.event}, records {self.pk}"


class RecordFile(models.Model):
    """One of the files sent in, and what became of it."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        TAKEN = "taken", "taken"
        UNMATCHED = "unmatched", "unmatched"
        REFUSED = "refused", "refused"

    batch = models.ForeignKey(RecordBatch, on_delete=models.PROTECT, related_name="files")
    number = models.PositiveSmallIntegerField()
    path = models.CharField(max_length=300)
    data = models.BinaryField(blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    report = models.ForeignKey(
        "tournaments.Report", null=True, blank=True, on_delete=models.PROTECT, related_name="files"
    )
    code = models.CharField(max_length=80, blank=True)
    sentence = models.TextField(blank=True)
    remedy = models.TextField(blank=True)
    pointer = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["batch", "number"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "number"], name="record_file_numbered_once"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "taken", "unmatched", "refused"]),
                name="record_file_state_known",
            ),
            models.CheckConstraint(
                condition=Q(state="taken", report__isnull=False)
                | (~Q(state="taken") & Q(report__isnull=True)),
                name="record_file_taken_has_a_report",
            ),
        ]

    def __str__(self) -> str:
        return self.path
