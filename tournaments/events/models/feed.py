"""The secret link by which somebody's calendar reads his own dates.

Invariants: one link a person; it is shown once, when it is made, and kept is only its hash, as of a token;
another one ends it.
Terms: feed (what a calendar program asks for again and again).
"""

from __future__ import annotations

from django.db import models


class OwnFeed(models.Model):
    """The address of a person's own calendar; only its hash is kept."""

    person = models.OneToOneField("sanctioning.Person", on_delete=models.PROTECT, related_name="feed")
    sha256 = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = "own calendar feed"

    def __str__(self) -> str:
        return f"Calendar feed of {self.person}"
