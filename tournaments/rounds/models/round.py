"""Rounds: several games of an event that begin together, with everybody who is present.

Invariants: one round at a time is being seated; its tables are seen before it is confirmed; confirmed, it
has opened its games and is never seated again. How its games end is fixed with it, before the first deal.
Rule section: I (players), reading 10 (the end of a game).
Terms: preview (drawn and stored, not yet confirmed), mode (how the tables came about), question (what
`python -m rules_engine decide seating` must be asked to get the same tables).
"""

from __future__ import annotations

import datetime as dt

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from rules_engine.seating import PREFERRED
from sanctioning.kit.wording.localised import lazily as _lazy


class RoundQuerySet(models.QuerySet["Round"]):
    def confirmed(self) -> RoundQuerySet:
        """Those whose tables stand, in their order."""
        return self.filter(state=Round.State.OPEN).order_by("number")


class Round(models.Model):
    """A round of an event: planned, drawn, confirmed and played."""

    class State(models.TextChoices):
        PREVIEW = "preview", _lazy("to be confirmed")
        OPEN = "open", _lazy("open")
        DISCARDED = "discarded", _lazy("discarded")

    class Kind(models.TextChoices):
        ORDINARY = "ordinary", _lazy("ordinary")
        PLAYOFF = "playoff", _lazy("playoff")
        CONSOLATION = "consolation", _lazy("consolation")

    class Mode(models.TextChoices):
        DRAW = "draw", _lazy("by draw")
        BALANCED = "balanced", _lazy("so that few players meet again")
        ORDER = "order", _lazy("in the printed order")
        HAND = "hand", _lazy("by hand")

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80, blank=True)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.ORDINARY)
    state = models.CharField(max_length=10, choices=State, default=State.PREVIEW)
    planned = models.JSONField()
    starts_at = models.DateTimeField()
    preferred = models.PositiveSmallIntegerField(default=PREFERRED)
    mode = models.CharField(max_length=10, choices=Mode)
    seed = models.CharField(max_length=64)
    question = models.JSONField(default=dict, blank=True)
    tables = models.JSONField()
    repeats = models.PositiveIntegerField(default=0)
    new_meetings = models.PositiveIntegerField(default=0)
    guests = models.JSONField(default=dict, blank=True, help_text="Who sits a second time, by table.")
    planned_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    planned_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=~Q(state="discarded"), name="round_numbered_once"
            ),
            models.UniqueConstraint(
                fields=["event"], condition=Q(state="preview"), name="one_round_is_seated_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(seed=""), name="round_has_a_seed"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.event}"

    @property
    def seated_at(self) -> dt.datetime:
        """When those whom it seats knew their seats, and it was to begin."""
        return max(self.starts_at, self.confirmed_at or self.starts_at)

    @property
    def label(self) -> str:
        numbered = _("round %(number)s") % {"number": self.number}
        return f"{numbered}, {self.name}" if self.name else numbered
