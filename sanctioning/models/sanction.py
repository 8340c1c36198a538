"""Levels, types and the sanction of an event.

Invariants: a sanction has its number, its Articles and its rule set exactly when it is granted, and
keeps them (`sanctioning.guards`); states change only as `TRANSITIONS` says.
Rule section: IV (points depend on the level and the type; more levels may be added).
"""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q


class Level(models.Model):
    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80, unique=True)
    order = models.PositiveSmallIntegerField(unique=True)

    class Meta:
        ordering = ["order"]

    def __str__(self) -> str:
        return self.name


class EventType(models.Model):
    """The second key of every scale."""

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80, unique=True)
    order = models.PositiveSmallIntegerField(unique=True)

    class Meta:
        ordering = ["order"]

    def __str__(self) -> str:
        return self.name


class Sanction(models.Model):
    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        SUBMITTED = "submitted", "submitted"
        GRANTED = "granted", "granted"
        REFUSED = "refused", "refused"
        WITHDRAWN = "withdrawn", "withdrawn"

    number = models.PositiveIntegerField(unique=True, null=True, blank=True)
    club = models.ForeignKey("sanctioning.Club", on_delete=models.PROTECT, related_name="sanctions")
    level = models.ForeignKey(Level, on_delete=models.PROTECT, related_name="sanctions")
    type = models.ForeignKey(EventType, on_delete=models.PROTECT, related_name="sanctions")
    format = models.SlugField(max_length=40)
    purpose = models.CharField(max_length=200)
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    applied_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    applied_at = models.DateTimeField()
    decided_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True)
    articles = models.ForeignKey(
        "sanctioning.Articles", null=True, blank=True, on_delete=models.PROTECT, related_name="sanctions"
    )
    rule_set = models.ForeignKey(
        "sanctioning.RuleSet", null=True, blank=True, on_delete=models.PROTECT, related_name="sanctions"
    )

    class Meta:
        ordering = ["-applied_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    state="granted",
                    number__isnull=False,
                    articles__isnull=False,
                    rule_set__isnull=False,
                    decided_at__isnull=False,
                )
                | (
                    ~Q(state="granted") & Q(number__isnull=True, articles__isnull=True, rule_set__isnull=True)
                ),
                name="sanction_granted_has_number_and_law",
            ),
            models.CheckConstraint(
                condition=~Q(state="refused") | ~Q(reason=""), name="sanction_refused_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"Sanction {self.number}" if self.number else f"Application for {self.purpose}"

    @property
    def label(self) -> str:
        return f"S-{self.number:05d}" if self.number else ""


TRANSITIONS: Final[dict[str, frozenset[str]]] = {
    Sanction.State.DRAFT: frozenset({Sanction.State.SUBMITTED, Sanction.State.WITHDRAWN}),
    Sanction.State.SUBMITTED: frozenset(
        {Sanction.State.GRANTED, Sanction.State.REFUSED, Sanction.State.WITHDRAWN}
    ),
    Sanction.State.GRANTED: frozenset(),
    Sanction.State.REFUSED: frozenset(),
    Sanction.State.WITHDRAWN: frozenset(),
}
