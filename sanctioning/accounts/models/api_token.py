"""Tokens by which a program acts for an account.

Invariants: a token is shown once, when it is made; kept is only its hash. Each has a last moment; one that is
revoked, or older than the password of its account, stays in the list and opens nothing.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from sanctioning.kit.wording.localised import lazily as _lazy


class ApiToken(models.Model):
    """A token with which a program acts for an account; only its hash is kept."""

    class Scope(models.TextChoices):
        """What a program may do with it."""

        READ = "read", _lazy("read only")
        REPORT = "report", _lazy("report games")
        RUN = "run", _lazy("run events")
        RECORDS = "records", _lazy("keep the records")
        FULL = "full", _lazy("everything you may do")

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60, help_text="What it is for, in its owner's words.")
    ending = models.CharField(max_length=4, help_text="Its last letters, to know it by.")
    sha256 = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=8, choices=Scope.choices, default=Scope.READ)
    networks = models.TextField(
        blank=True,
        help_text="From which addresses it is taken, with a blank between them; from all where empty.",
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="token_has_a_name"),
            models.CheckConstraint(
                condition=Q(scope__in=("read", "report", "run", "records", "full")), name="token_has_a_scope"
            ),
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("made_at")), name="token_ends_after_it_begins"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} …{self.ending}"
