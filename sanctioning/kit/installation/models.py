"""What this installation is, and whose.

Invariant: one row at most; a demo says so on every page and paper; what the authority left empty is as the
settings have it.
Terms: crest (a drawing or picture, cleaned before it was kept, known by its hash).
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q


def no_languages() -> list[str]:
    return []


class Installation(models.Model):
    """What this installation is, and whose: one row."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    demo = models.BooleanField(default=False)
    demo_loaded_at = models.DateTimeField(null=True, blank=True)
    name = models.CharField(max_length=120, blank=True)
    short_name = models.CharField(max_length=20, blank=True)
    languages: models.JSONField[list[str], Any] = models.JSONField(default=no_languages)
    language = models.CharField(max_length=10, blank=True)
    time_zone = models.CharField(max_length=60, blank=True)
    currency = models.CharField(max_length=3, blank=True)
    contact_name = models.CharField(max_length=120, blank=True)
    contact_email = models.EmailField(blank=True)
    postal_address = models.TextField(max_length=1000, blank=True)
    imprint = models.TextField(max_length=20_000, blank=True)
    privacy = models.TextField(max_length=50_000, blank=True)
    crest = models.BinaryField(null=True, blank=True)
    crest_type = models.CharField(max_length=20, blank=True)
    crest_sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_installation")]

    def __str__(self) -> str:
        return self.name or ("demo" if self.demo else "in earnest")
