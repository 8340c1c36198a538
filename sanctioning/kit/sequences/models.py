"""Numbers in sequence: sanctions, clubs, people, certificates, ledger entries.

Invariant: taken under the row's lock in the caller's transaction, so that numbers have neither gaps nor
twins, and whoever holds one knows that the holder of the number before has committed.
"""

from __future__ import annotations

from django.db import models


class Sequence(models.Model):
    """The last number given of a kind, so that none is given twice and none is left out."""

    name = models.CharField(max_length=40, primary_key=True)
    last = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name}: {self.last}"
