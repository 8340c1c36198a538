"""The outbox: what was said to whom, about what, and whether it also went by mail.

Purpose: a message is read in the site, with or without an e-mail address; the mail is only its copy.
Invariants: one message for a kind, a thing, an occasion and a person, however often it is written; its
words never change (`sanctioning.kit.guards.guards`).
Terms: kind (the event that it tells of), thing (what it is about, as in the trail), occasion (tells apart
the times that one event happens to one thing, such as a second return of an application), thread (what a
person was told about one event; where there is none, about one thing).
"""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import differs, guarded
from sanctioning.kit.wording.localised import lazily as _lazy


@guarded(
    "UPDATE",
    "what a message says never changes",
    condition=differs(
        "key", "kind", "thing_type", "thing_id", "thread", "occasion", "subject", "text", "path", "at"
    ),
)
class Message(models.Model):
    """A mail to a person, and the same text on their page."""

    class State(models.TextChoices):
        WAITING = "waiting", _lazy("waiting to be sent")
        SENT = "sent", _lazy("sent by e-mail")
        FAILED = "failed", _lazy("could not be sent by e-mail")
        NO_ADDRESS = "no-address", _lazy("only on this site")

    key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    to = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="messages")
    kind = models.SlugField(max_length=60)
    thing_type = models.CharField(max_length=60)
    thing_id = models.CharField(max_length=40)
    thread = models.CharField(
        max_length=101, help_text="The event or thing that it is about, by type and key."
    )
    occasion = models.CharField(max_length=60, blank=True)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    path = models.CharField(max_length=300, help_text="The page of the thing, without the host.")
    at = models.DateTimeField()
    written_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    goes_with = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="companions",
        help_text="The message in whose mail this one goes.",
    )
    state = models.CharField(max_length=10, choices=State)
    reason = models.CharField(max_length=300, blank=True, help_text="Why no mail went.")
    attempts = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "thing_type", "thing_id", "to", "occasion"], name="message_once"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "failed", "no-address"], sent_at__isnull=True)
                | Q(state="sent", sent_at__isnull=False, attempts__gt=0),
                name="message_sent_has_a_moment",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["failed", "no-address"]) | ~Q(reason=""),
                name="message_unsent_says_why",
            ),
        ]
        indexes = [
            models.Index(fields=["to", "-at", "-id"], name="message_by_person"),
            models.Index(fields=["to", "thread", "-at", "-id"], name="message_by_thread"),
            models.Index(fields=["to"], name="message_unread", condition=Q(read_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return self.subject


class ChannelChoice(models.Model):
    """That somebody has messages of some groups passed on by a channel of a plug-in."""

    person = models.ForeignKey("sanctioning.Person", on_delete=models.CASCADE, related_name="channel_choices")
    channel = models.SlugField(max_length=40)
    address = models.CharField(max_length=500)
    groups = models.JSONField(default=list)
    failed_at = models.DateTimeField(null=True, blank=True, help_text="Since then nothing got through.")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["person", "channel"], name="channel_chosen_once"),
        ]

    def __str__(self) -> str:
        """Without the address, which may be a secret."""
        return self.channel
