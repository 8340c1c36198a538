"""What followed from violations of a game's canons, and the events that suspended players sit out.

Purpose: a format's canons count for each player, also from event to event; entry and seating ask here.
Invariants: a step stays as it was taken and is never deleted, only taken back once, for a reason (guarded);
an event that somebody sits out is noted once for a person, and never changed (guarded).
Rule section: B-25, B-27, B-46 to B-48; reading 13 (for each player, from tournament to tournament).
Terms: as in `tournaments.formats.canons`; sat out (an event that a suspended player entered or wished to).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import append_only, differs, guarded

TAKEN_BACK_ONCE = "a violation stays as it was noted, and is taken back once"
NOTED = differs(
    *("event_id", "person_id", "kind", "earlier", "step", "choice", "rule", "round", "what", "by_id", "at"),
    *("key", "bar_id"),
)


class CanonStepQuerySet(models.QuerySet["CanonStep"]):
    def standing(self) -> CanonStepQuerySet:
        return self.filter(taken_back_at__isnull=True)


@guarded("DELETE", TAKEN_BACK_ONCE)
@guarded("UPDATE", TAKEN_BACK_ONCE, condition=f"OLD.taken_back_at IS NOT NULL OR {NOTED}")
class CanonStep(models.Model):
    """A step against somebody for unruly conduct, by the Canons."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="canon_steps")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="canon_steps")
    kind = models.SlugField(max_length=40)
    earlier = models.PositiveSmallIntegerField(help_text="Violations that count with it, before it.")
    step = models.SlugField(max_length=40)
    choice = models.SlugField(max_length=20, blank=True, help_text="What the Director decided.")
    rule = models.CharField(max_length=40)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    what = models.TextField()
    bar = models.OneToOneField(
        "sanctioning.Bar", null=True, blank=True, on_delete=models.PROTECT, related_name="canon_step"
    )
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    key = models.CharField(max_length=80, blank=True)
    taken_back_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_for = models.TextField(blank=True)

    objects = CanonStepQuerySet.as_manager()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(what=""), name="canon_step_says_what"),
            models.UniqueConstraint(fields=["key"], condition=~Q(key=""), name="canon_step_sent_once"),
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=True, taken_back_by__isnull=True, taken_back_for="")
                | (Q(taken_back_at__isnull=False, taken_back_by__isnull=False) & ~Q(taken_back_for="")),
                name="canon_step_taken_back_for_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.event}: {self.kind}, {self.step}"


@append_only
class SatOut(models.Model):
    """A person who sits out the rest of an event."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="sat_out")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="sat_out")
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        verbose_name_plural = "events sat out"
        constraints = [models.UniqueConstraint(fields=["event", "person"], name="event_sat_out_once")]

    def __str__(self) -> str:
        return f"{self.person} sits out {self.event}"
