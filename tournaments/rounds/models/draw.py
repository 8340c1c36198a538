"""Every draw that was made at an event, also one that was drawn again.

Purpose: nobody draws until he likes it: each draw is kept with its seed and what came of it; why it was
made again stands in the trail. `rules_engine.shuffling` says how anybody repeats it.
Invariants: append-only (guarded); the draws of one purpose are numbered from 1; one by hand has no seed.
Rule section: I (scorekeeper and First Dealer), II (splitting a game).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import append_only
from sanctioning.kit.wording.localised import lazily as _lazy


@append_only
class Draw(models.Model):
    """A draw by lot: its seed, and what came of it."""

    class Purpose(models.TextChoices):
        OPENING = "opening", _lazy("scorekeeper and First Dealer")
        SEATS = "seats", _lazy("seats at the table")
        TABLES = "tables", _lazy("tables of a round")

    game = models.ForeignKey(
        "tournaments.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="draws"
    )
    round = models.ForeignKey(
        "tournaments.Round", null=True, blank=True, on_delete=models.PROTECT, related_name="draws"
    )
    purpose = models.CharField(max_length=10, choices=Purpose)
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64, blank=True)
    outcome = models.JSONField()
    why = models.CharField(max_length=300, blank=True, help_text="Why it was made again.")
    drawn_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "purpose", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "purpose", "number"], name="draw_numbered_once"),
            models.UniqueConstraint(fields=["round", "number"], name="draw_of_a_round_numbered_once"),
            models.CheckConstraint(
                condition=Q(game__isnull=False, round__isnull=True)
                | Q(game__isnull=True, round__isnull=False),
                name="draw_at_a_table_or_for_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()} of {self.game or self.round}, draw {self.number}"
