"""The trail: who did what to what, when, why, from what, to what.

Invariant: rows are only added; the database refuses update and delete (`sanctioning.kit.guards.guards`).
Terms: `at` is the moment of the act, `written_at` the moment the row was written; they differ when an
act of an earlier day is entered later.
"""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import append_only

OF_A_STANZA = "report stanza"


class AuditEntryQuerySet(models.QuerySet["AuditEntry"]):
    def but_stanzas(self) -> Self:
        """All but those of which hundreds are written in a minute."""
        return self.filter(~Q(action=OF_A_STANZA))


@append_only
class AuditEntry(models.Model):
    """One act on the trail: who did what to which thing, when, why, and what it changed."""

    at = models.DateTimeField()
    written_at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="acts"
    )
    action = models.CharField(max_length=60)
    why = models.TextField(blank=True)
    thing_type = models.CharField(max_length=60)
    thing_id = models.CharField(max_length=40)
    thing_label = models.CharField(max_length=200)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    objects = AuditEntryQuerySet.as_manager()

    class Meta:
        ordering = ["at", "id"]
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["thing_type", "thing_id", "id"], name="audit_by_thing"),
            models.Index(fields=["at", "id"], name="audit_latest"),
            models.Index(fields=["thing_label", "at", "id"], name="audit_by_label"),
            models.Index(fields=["action", "at", "id"], name="audit_by_action"),
            models.Index(fields=["-id"], condition=~Q(action=OF_A_STANZA), name="audit_but_stanzas"),
        ]

    def __str__(self) -> str:
        return f"{self.action}: {self.thing_label}"
