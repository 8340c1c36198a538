"""Which records are one person, and which account is whose.

Purpose: two records of one person become one without a row being rewritten; somebody who
played before there was an account gets hold of the record.
Invariants: a record is merged into one other at a time; a merge is undone and never deleted; of a code of
claim only the hash is kept, and it serves once; an account asks once at a time.
Terms: kept and merged (the record that stays, and the one that points to it), lent (what the kept one had
not and took over from the merged one, to be given back).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from sanctioning.kit.guards.guards import differs, guarded
from sanctioning.kit.wording.localised import lazily as _lazy

PERSON = "sanctioning.Person"


@guarded("DELETE", "a merge is undone and never changed")
@guarded(
    "UPDATE",
    "a merge is undone and never changed",
    condition=f"OLD.undone_at IS NOT NULL OR {differs('kept_id', 'merged_id', 'reason', 'at', 'by_id')}",
)
class Merge(models.Model):
    """Two records found to be one person's, and the parting of them where that was wrong."""

    kept = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="merges_kept")
    merged = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="merges")
    reason = models.TextField()
    lent = models.JSONField(default=dict)
    at = models.DateTimeField()
    by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(PERSON, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    undone_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["merged"], condition=Q(undone_at__isnull=True), name="merged_into_one_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(kept=F("merged")), name="merge_of_two_records"),
            models.CheckConstraint(condition=~Q(reason=""), name="merge_has_a_reason"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by__isnull=True, undone_reason="")
                | (Q(undone_at__isnull=False, undone_by__isnull=False) & ~Q(undone_reason="")),
                name="merge_undone_wholly",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.merged.number} merged into {self.kept.number}"

    @property
    def stands(self) -> bool:
        return self.undone_at is None


class ClaimCode(models.Model):
    """A code that is handed to a person, with which an account takes over the record."""

    person = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="claim_codes")
    sha256 = models.CharField(max_length=64, unique=True)
    issued_by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    issued_at = models.DateTimeField()
    last_day = models.DateField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=Q(used_at__isnull=True), name="one_open_claim_code_a_person"
            ),
            models.CheckConstraint(
                condition=Q(used_at__isnull=True, used_by__isnull=True)
                | Q(used_at__isnull=False, used_by__isnull=False),
                name="claim_code_used_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"Code of claim of {self.person.number}"


class Claim(models.Model):
    """Somebody asks for a record, or to be registered; the registrar decides.

    What was said to prove it is erased with the decision.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _lazy("waiting")
        ACCEPTED = "accepted", _lazy("accepted")
        REFUSED = "refused", _lazy("refused")
        WITHDRAWN = "withdrawn", _lazy("withdrawn")

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="claims_of_record"
    )
    given_names = models.CharField(max_length=80, blank=True)
    family_name = models.CharField(max_length=80)
    number = models.CharField(max_length=12, blank=True)
    birth_date = models.DateField(null=True, blank=True)
    words = models.TextField(blank=True)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    person = models.ForeignKey(PERSON, null=True, blank=True, on_delete=models.PROTECT, related_name="claims")
    decided_by = models.ForeignKey(PERSON, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["asked_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["account"], condition=Q(state="waiting"), name="one_claim_waits_an_account"
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", decided_at__isnull=True)
                | Q(state="withdrawn", decided_at__isnull=False)
                | (Q(state="refused", decided_by__isnull=False) & ~Q(reason=""))
                | Q(state="accepted", decided_by__isnull=False, person__isnull=False),
                name="claim_decided_wholly",
            ),
        ]

    def __str__(self) -> str:
        return f"Claim {self.pk}"

    @property
    def name(self) -> str:
        return f"{self.given_names} {self.family_name}".strip()
