"""The drawing for a refund among those who prepaid for every event of a weekend, and what it gave back.

Invariants: one is held for a club, a game and a week, whichever of its events it is held from; it stays as it
was drawn (guarded); the entries whose fees it gave back name it (`Entry.refund`).
Rule section: by way of the format, which says who is in it.
Terms: week (the ISO week in which the weekend begins, as in 2026-W11).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import append_only
from sanctioning.kit.money import MoneyField


@append_only
class RefundDraw(models.Model):
    """The weekly drawing among those who paid ahead, and its winner."""

    club = models.ForeignKey("sanctioning.Club", on_delete=models.PROTECT, related_name="+")
    format = models.SlugField(max_length=40)
    week = models.CharField(max_length=8)
    winner = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    amount = MoneyField(help_text="All that was paid for the winner's entries.")
    seed = models.CharField(max_length=80)
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "format", "week"], name="refund_drawn_once_a_weekend"),
            models.CheckConstraint(
                condition=Q(amount__gte=0) & ~Q(seed="") & ~Q(week=""), name="refund_drawn_from_a_seed"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.winner}, {self.format} in {self.week}"
