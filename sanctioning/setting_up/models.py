"""The one-time code that opens setting up, and the founding that closes it for good.

Invariants: one code at a time, kept as a hash alone; an authority is founded once, which the database holds.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class SetUpCode(models.Model):
    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    hash = models.CharField(max_length=64)
    expires_at = models.DateTimeField()
    tries_left = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_set_up_code")]

    def __str__(self) -> str:
        return f"until {self.expires_at}"


class Founding(models.Model):
    """When the authority was founded, and its first Managing Executor."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    person = models.OneToOneField("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_founding")]

    def __str__(self) -> str:
        return f"founded {self.at}"
