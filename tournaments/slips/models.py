"""Slips: what one table of an event hands in at one moment, where one game is the whole event.

Purpose: what was reported is kept as it came, at the place that the format names; a second person signs it.
Invariants: a version is never changed or deleted (guarded); a later one of the same place has a reason; one
sent twice (same idempotency key) is one; who signs is not who reported it (a check constraint, and a guard
that the row names the reporter of its slip); a version that corrects a certified result by order names who
ordered it, and needs no signature.
Rule section: M-13 (flags are counted by the players and by the leader), B-36 and C-31 (two signatures);
design, "What always holds" 7.
Terms: place, standing (`tournaments.formats.slips`).
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from sanctioning.kit.guards.guards import append_only, guarded


@append_only
class Slip(models.Model):
    """A slip of an event that is one game, a version each time it is handed in."""

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="slips")
    place = models.SlugField(max_length=80)
    version = models.PositiveSmallIntegerField()
    body = models.JSONField()
    sha256 = models.CharField(max_length=64)
    idempotency_key = models.CharField(max_length=80)
    reporter = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    reason = models.TextField(blank=True)
    rule_set = models.ForeignKey("sanctioning.RuleSet", on_delete=models.PROTECT, related_name="+")
    received_at = models.DateTimeField()
    ordered_by = models.ForeignKey(
        "sanctioning.Person", null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["game", "place", "version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "place", "version"], name="slip_version_once"),
            models.UniqueConstraint(fields=["game", "idempotency_key"], name="slip_sent_once"),
            models.CheckConstraint(condition=~Q(idempotency_key=""), name="slip_has_a_key"),
            models.CheckConstraint(
                condition=Q(version=1, reason="") | (Q(version__gt=1) & ~Q(reason="")),
                name="slip_corrected_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}, {self.place}, version {self.version}"


@append_only
@guarded(
    "INSERT",
    "a signature names the reporter of its slip",
    condition="NEW.reporter_id <> (SELECT reporter_id FROM tournaments_slip WHERE id = NEW.slip_id)",
)
class SlipSignature(models.Model):
    """A slip signed by a second person."""

    slip = models.OneToOneField(Slip, on_delete=models.PROTECT, related_name="signature")
    reporter = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    signer = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(signer=F("reporter")), name="slip_signer_is_not_the_reporter"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slip} signed"
