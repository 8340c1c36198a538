"""Tokens by which a program acts for an account.

Invariants: a token is shown once, when it is made; kept is only its hash. One that is revoked stays in the
list and opens nothing.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class ApiToken(models.Model):
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60, help_text="What it is for, in its owner's words.")
    ending = models.CharField(max_length=4, help_text="Its last letters, to know it by.")
    sha256 = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="token_has_a_name")]

    def __str__(self) -> str:
        return f"{self.name} …{self.ending}"
