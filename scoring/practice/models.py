"""Which practice events stand, and whose they are.

Invariant: this row is all that the authority's database knows of a practice event; what is played there
stands in a database of its own (`sanctioning.kit.practice_database`).
Terms: key (names the database and its address; nobody guesses it).
"""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.db import models


class Practice(models.Model):
    """A practice event of an account, or of a visitor without one, whose browser keeps the key."""

    key = models.CharField(max_length=22, unique=True)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="practices"
    )
    origin = models.CharField(max_length=32, blank=True, help_text="A visitor's address, as a keyed hash.")
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        indexes = [models.Index(fields=["origin"], name="practice_origin", condition=~models.Q(origin=""))]
        verbose_name = "practice event"

    def __str__(self) -> str:
        return f"practice of {self.made_at:%-d %B %Y}"

    @property
    def database(self) -> Path:
        return database_of(self.key)


def database_of(key: str) -> Path:
    return Path(settings.PRACTICE_DIR) / f"{key}.sqlite3"
