"""What the Acting Executor allowed or ordered at a table while the game went on.

Purpose: another end of the game, another scorekeeper, a leaver's extrapolation hold only because he said
so, with a reason.
Invariants: append-only (guarded); the latest row of a kind, game and player counts; taking back is a row too.
Rule section: II (extrapolation, W-80), IV; readings 9 (scorekeeper), 10 (end of the game), 34 (walking out).
Terms: stanza (from which on it holds; 0 for all of the game).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import append_only
from sanctioning.kit.wording.localised import lazily as _lazy


@append_only
class Authorisation(models.Model):
    """What a director allowed at a table, such as an early end."""

    class Kind(models.TextChoices):
        PLAN = "plan", _lazy("another end of the game")
        SCOREKEEPER = "scorekeeper", _lazy("scorekeeper")
        EXTRAPOLATION = "extrapolation", _lazy("extrapolation")
        WALKED_OUT = "walked-out", _lazy("walking out in a stanza")

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="authorisations")
    kind = models.CharField(max_length=14, choices=Kind)
    player = models.ForeignKey(
        "tournaments.GamePlayer", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    granted = models.BooleanField(default=True)
    stanza = models.PositiveSmallIntegerField(default=0)
    facts = models.JSONField(default=dict, blank=True)
    reason = models.TextField()
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="authorisation_has_a_reason"),
            models.CheckConstraint(
                condition=Q(kind="plan") | Q(player__isnull=False), name="authorisation_names_whom"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} in {self.game}"
