"""Signed heads: how far ledger, trail and certificates went at a moment, and what they came to.

Purpose: a hash chain alone is rewritten by whoever owns the tables; a head that was signed, shown and mailed
before that is not. Invariants: heads are numbered without gaps and only added; `line` says all that is signed
(`scoring.heads.signed_head_text`), the other columns only help to make the next one.
Terms: seen (the last rows when this head was made, some of which may have been on their way still), writing
(the transactions that were writing then; once they are over, what was seen is all there will ever be of it).
"""

from __future__ import annotations

from typing import Final

from django.db import models

from sanctioning.kit.guards.guards import append_only

SEQUENCE: Final = "signed-heads"


@append_only
class SignedHead(models.Model):
    """The ends of ledger, trail and certificates at a moment, signed."""

    number = models.PositiveBigIntegerField(unique=True)
    at = models.DateTimeField()
    line = models.TextField()
    signed_with = models.ForeignKey("sanctioning.SigningKey", on_delete=models.PROTECT, related_name="heads")
    seen_trail = models.PositiveBigIntegerField()
    seen_certificates = models.PositiveBigIntegerField()
    writing = models.JSONField(default=list)

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["at"], name="head_by_moment")]

    def __str__(self) -> str:
        return f"Head {self.number}"
