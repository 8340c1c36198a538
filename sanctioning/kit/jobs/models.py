"""Work that is done after the request, by a worker.

A row says what is to be done and how far it is. It is unique on kind and key, so what is sent twice is one
job. While it runs it carries a lease and a fencing token: only who holds the token may complete it, and who
finds the lease run out may take it over with a new token.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from sanctioning.kit.wording.localised import lazily as _lazy


class Job(models.Model):
    """One piece of work, done exactly once whatever dies on the way."""

    class State(models.TextChoices):
        QUEUED = "queued", _lazy("queued")
        RUNNING = "running", _lazy("running")
        DONE = "done", _lazy("done")
        FAILED = "failed", _lazy("failed")
        CANCELLED = "cancelled", _lazy("cancelled")

    kind = models.CharField(max_length=80)
    key = models.CharField(max_length=200, help_text="Tells jobs of one kind apart; sent twice is one job.")
    payload = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.QUEUED)

    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now, help_text="Not carried out before.")
    rung_at = models.DateTimeField(null=True, blank=True, help_text="When the bell was last rung for it.")
    lease_until = models.DateTimeField(null=True, blank=True)
    token = models.UUIDField(null=True, blank=True, editable=False)

    progress_done = models.PositiveIntegerField(default=0)
    progress_total = models.PositiveIntegerField(default=0, help_text="0 while nobody knows.")
    result = models.JSONField(null=True, blank=True)
    error = models.TextField(blank=True)

    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="jobs"
    )
    request_id = models.CharField(
        max_length=36,
        blank=True,
        editable=False,
        # Rows that the version before writes while this one is being installed.
        db_default="",
        default="",
        help_text="Of the request that asked for it, as in the logs.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], name="job_once_by_kind_and_key"),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running", "done", "failed", "cancelled"]),
                name="job_state_known",
            ),
            models.CheckConstraint(
                condition=Q(state="running", token__isnull=False, lease_until__isnull=False)
                | (~Q(state="running") & Q(token__isnull=True, lease_until__isnull=True)),
                name="job_leased_while_running",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running"], finished_at__isnull=True)
                | Q(state__in=["done", "failed", "cancelled"], finished_at__isnull=False),
                name="job_finished_when_over",
            ),
            models.CheckConstraint(
                condition=Q(progress_total=0) | Q(progress_done__lte=F("progress_total")),
                name="job_progress_within_total",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], name="job_unfinished", condition=Q(state__in=["queued", "running"])
            ),
            models.Index(fields=["finished_at", "id"], name="job_failed", condition=Q(state="failed")),
            models.Index(fields=["finished_at", "id"], name="job_by_end"),
            models.Index(fields=["created_at", "id"], name="job_by_request"),
            models.Index(fields=["state", "id"], name="job_by_state"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}: {self.state}"
