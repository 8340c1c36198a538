"""Calls: somebody at a table asks for its Acting Executor.

Purpose: a call is on record from the moment it is made, so that nobody waits unheard and a ruling can say
which call it answers.
Invariants: what was called, by whom and when never changes, and a call is never deleted; one that ended stays
as it ended (guarded). Sent twice from a pad it is one (its key).
Rule section: II, IV (the Acting Executor rules at the table).
Terms: by (who called; nobody where the call came from the table's own pad), stanza (the one in question, none
where it is about no single one), ended (how: answered by whoever rules, or withdrawn by the table).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from sanctioning.kit.guards.guards import differs, guarded

NEVER_CHANGED = "a call stays as it was made and as it ended"


@guarded("DELETE", NEVER_CHANGED)
@guarded(
    "UPDATE",
    NEVER_CHANGED,
    condition="OLD.ended <> '' OR "
    + differs("game_id", "by_id", "kind", "about", "stanza", "key", "made_at"),
)
class Call(models.Model):
    """A call from a table for the Acting Executor, until it is answered."""

    class Kind(models.TextChoices):
        IRREGULARITY = "irregularity", _("an irregularity in bidding or play")
        SCORE = "score", _("a bid or a score in dispute")
        CONDUCT = "conduct", _("somebody's conduct")
        SEATS = "seats", _("somebody comes, leaves or walked out")
        OTHER = "other", _("something else")

    class End(models.TextChoices):
        ANSWERED = "answered", _("answered")
        WITHDRAWN = "withdrawn", _("withdrawn")

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="calls")
    by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    kind = models.CharField(max_length=12, choices=Kind)
    about = models.CharField(max_length=300, blank=True)
    stanza = models.PositiveSmallIntegerField(null=True, blank=True)
    key = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField()
    ended = models.CharField(max_length=10, choices=End, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], condition=~Q(key=""), name="call_sent_once"),
            models.CheckConstraint(
                condition=Q(ended="", ended_at__isnull=True, ended_by__isnull=True, note="")
                | (~Q(ended="") & Q(ended_at__isnull=False)),
                name="call_ended_wholly",
            ),
            models.CheckConstraint(
                condition=~Q(ended="answered") | Q(ended_by__isnull=False), name="call_answered_by_somebody"
            ),
            models.CheckConstraint(condition=~Q(kind="other") | ~Q(about=""), name="call_says_what_about"),
        ]
        indexes = [models.Index(fields=["game"], condition=Q(ended=""), name="call_open")]

    def __str__(self) -> str:
        return f"Call at {self.game}"
