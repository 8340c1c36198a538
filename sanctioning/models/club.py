"""Clubs, which hold events.

Invariant: a club has a number in sequence and a name of its own.
"""

from __future__ import annotations

from django.db import models


class Club(models.Model):
    class State(models.TextChoices):
        APPLIED = "applied", "applied"
        APPROVED = "approved", "approved"
        CLOSED = "closed", "closed"

    number = models.PositiveIntegerField(unique=True)
    name = models.CharField(max_length=120, unique=True)
    slug = models.SlugField(max_length=60, unique=True)
    place = models.CharField(max_length=120, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.APPLIED)
    registered_at = models.DateTimeField()
    approved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state="applied", approved_at__isnull=True)
                | (~models.Q(state="applied") & models.Q(approved_at__isnull=False)),
                name="club_approved_has_a_moment",
            ),
        ]

    def __str__(self) -> str:
        return self.name
