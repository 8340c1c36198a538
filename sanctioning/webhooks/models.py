"""Webhooks, their messages, and how far the trail has been taken up for them.

Invariants: an occasion is told to a webhook once, and again only where somebody asked for that; what is over
says when. Secrets are encrypted at rest.
Terms: old secret (one that was replaced, and signs beside the new one for a while), about (the thing within
which messages keep their order), repeated (sent again because somebody asked for it).
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.db import models
from django.db.models import Q

from sanctioning.kit.wording.localised import lazily as _lazy


class Webhook(models.Model):
    """An address that is told of some kinds of occasions, as far as its reader may see them."""

    class Off(models.TextChoices):
        """Why it is told nothing."""

        OWNER = "owner", _lazy("switched off")
        FAILING = "failing", _lazy("switched off after days without an answer")
        GONE = "gone", _lazy("switched off because its address said so")

    owner = models.ForeignKey("sanctioning.Person", on_delete=models.CASCADE, related_name="webhooks")
    for_authority = models.BooleanField(
        default=False, help_text="Kept by the Managing Executor of the day, who is also its reader."
    )
    name = models.CharField(max_length=60)
    url = models.CharField(max_length=500)
    kinds = models.JSONField(default=list)
    event = models.CharField(
        max_length=80,
        blank=True,
        help_text="The address of the one event of which it is told; empty: of all.",
    )
    secret = models.TextField(help_text="Encrypted.")
    old_secret = models.TextField(blank=True, help_text="Encrypted.")
    old_secret_until = models.DateTimeField(null=True, blank=True)
    begins_after = models.BigIntegerField(
        help_text="The last entry of the trail of which it is told nothing."
    )
    made_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True, blank=True)
    off = models.CharField(max_length=7, choices=Off, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="webhook_has_a_name"),
            models.CheckConstraint(
                condition=Q(off="", off_at__isnull=True)
                | Q(off__in=("owner", "failing", "gone"), off_at__isnull=False),
                name="webhook_off_since",
            ),
            models.CheckConstraint(
                condition=Q(old_secret="", old_secret_until__isnull=True)
                | (~Q(old_secret="") & Q(old_secret_until__isnull=False)),
                name="webhook_old_secret_ends",
            ),
        ]

    def __str__(self) -> str:
        """Its host alone: the rest of an address may be a secret."""
        return f"{self.name} ({urlsplit(self.url).hostname})"


class Delivery(models.Model):
    """One message to one webhook."""

    class State(models.TextChoices):
        WAITING = "waiting", _lazy("on its way")
        DELIVERED = "delivered", _lazy("delivered")
        FAILED = "failed", _lazy("not delivered")
        WITHHELD = "withheld", _lazy("withheld: you may no longer see this")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    entry = models.ForeignKey(
        "sanctioning.AuditEntry", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    message_id = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    about = models.CharField(max_length=120)
    happened_at = models.DateTimeField()
    data = models.JSONField()
    repeated = models.BooleanField(default=False)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    made_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["webhook", "entry"], condition=Q(repeated=False), name="delivery_once"
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", over_at__isnull=True)
                | Q(state__in=("delivered", "failed", "withheld"), over_at__isnull=False),
                name="delivery_over_when",
            ),
        ]
        indexes = [
            models.Index(fields=["webhook", "-id"], name="delivery_latest"),
            models.Index(
                fields=["webhook", "about", "id"], name="delivery_waiting", condition=Q(state="waiting")
            ),
            models.Index(fields=["over_at"], name="delivery_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.message_id}"


class Attempt(models.Model):
    """One request, and what came back. `status` is 0 where nothing did; `fault` then says why."""

    class Fault(models.TextChoices):
        TIMEOUT = "timeout", _lazy("no answer in time")
        UNREACHABLE = "unreachable", _lazy("no connection")
        CERTIFICATE = "certificate", _lazy("its certificate is not valid")
        FORBIDDEN = "forbidden", _lazy("the address is not a public one")
        SECRET = "secret", _lazy("its secret can no longer be read; make a new one")

    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(default=0)
    fault = models.CharField(max_length=11, choices=Fault, blank=True)
    milliseconds = models.PositiveIntegerField()
    answer = models.TextField(blank=True, help_text="How the answer begins.")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.status or self.fault}"


class TrailPosition(models.Model):
    """One row: up to which entry nothing of the trail is left to be taken up.

    `seen` and `writing` are what the last turn saw: the last entry then, and who was still writing.
    """

    done = models.BigIntegerField(default=0)
    seen = models.BigIntegerField(default=0)
    writing = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"taken up to {self.done}"
