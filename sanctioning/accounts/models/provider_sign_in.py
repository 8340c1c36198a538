"""Who an account is at the federation's identity provider, so that they can sign in there.

Invariants: one person at the provider is one account here; an account is joined to a provider once. Nothing
of the provider's tokens is kept.
Terms: issuer (the address by which a provider names itself), subject (how it names a person, for ever).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models


class ProviderSignIn(models.Model):
    """An account signs in as this subject of an identity provider."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="provider_sign_ins"
    )
    issuer = models.CharField(max_length=255, help_text="The address by which the provider names itself.")
    subject = models.CharField(max_length=255, help_text="How the provider names the person.")
    joined_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["account"]
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="subject_of_a_provider_once"),
            models.UniqueConstraint(fields=["account", "issuer"], name="account_at_a_provider_once"),
        ]

    def __str__(self) -> str:
        return f"Sign-in of account {self.account_id}"
