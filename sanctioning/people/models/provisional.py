"""Records of people who entered an event themselves and have no member number yet.

Purpose: nobody waits for the registrar to play; the registrar says later who it is.
Invariants: a record is provisional until it is merged into a member's (`Person.merged_into`) or refused, so
an undone merge makes it provisional again; an address has one that is not refused; who was refused and why
never change (guarded); the address of somebody refused is erased after some days.
Terms: club (the one they named, which makes them nobody's member).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import differs, guarded
from sanctioning.people.models.identity import PERSON


class ProvisionalRecordQuerySet(models.QuerySet["ProvisionalRecord"]):
    def waiting(self) -> ProvisionalRecordQuerySet:
        """Those on which the registrar has to decide."""
        return self.filter(
            refused_at__isnull=True, person__merged_into__isnull=True, person__anonymised_at__isnull=True
        )


@guarded(
    "UPDATE",
    "a record is refused once",
    condition=f"OLD.refused_at IS NOT NULL AND ({differs('refused_at', 'refused_by_id', 'reason')})",
)
class ProvisionalRecord(models.Model):
    """What somebody said of themselves who entered without a member number."""

    person = models.OneToOneField(PERSON, on_delete=models.PROTECT, related_name="provisional")
    email = models.EmailField()
    club = models.ForeignKey(
        "sanctioning.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    occasion = models.CharField(max_length=200, help_text="What they entered first.")
    made_at = models.DateTimeField()
    refused_at = models.DateTimeField(null=True, blank=True)
    refused_by = models.ForeignKey(PERSON, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField(blank=True)

    objects = ProvisionalRecordQuerySet.as_manager()

    class Meta:
        ordering = ["made_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["email"],
                condition=Q(refused_at__isnull=True),
                name="one_provisional_record_an_address",
            ),
            models.CheckConstraint(
                condition=Q(refused_at__isnull=True, refused_by__isnull=True, reason="")
                | (Q(refused_at__isnull=False, refused_by__isnull=False) & ~Q(reason="")),
                name="provisional_record_refused_wholly",
            ),
        ]

    def __str__(self) -> str:
        return f"Provisional record {self.person.number}"
