"""Every draw that was made in the hall, also one that was drawn again.

Purpose: nobody draws until he likes it: each draw is kept with its seed and what came of it; why it was
made again stands in the trail. `rules_engine.shuffling` says how anybody repeats it.
Invariants: append-only (guarded); the draws of one purpose are numbered from 1; one by hand has no seed.
Rule section: I (scorekeeper and First Dealer), II (splitting a game).
"""

from __future__ import annotations

from django.db import models


class Draw(models.Model):
    class Purpose(models.TextChoices):
        OPENING = "opening", "scorekeeper and First Dealer"
        SEATS = "seats", "seats at the table"

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="draws")
    purpose = models.CharField(max_length=10, choices=Purpose)
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64, blank=True)
    outcome = models.JSONField()
    drawn_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "purpose", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "purpose", "number"], name="draw_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()} of {self.game}, draw {self.number}"
