"""What this installation is.

Invariant: one row at most; a demo says so on every page and paper.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Installation(models.Model):
    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    demo = models.BooleanField(default=False)
    demo_loaded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_installation")]

    def __str__(self) -> str:
        return "demo" if self.demo else "in earnest"
