"""The private link to one table's pad: whoever holds it keeps that table's score, without an account.

Invariants: a game has one link that opens; its secret is kept nowhere, only its hash and the random number
from which the site's own key makes it again for the card; one that was withdrawn never opens again.
Rule section: I (the scorekeeper brings every score up to date).
Terms: secret (what stands in the address), withdrawn (by hand, or because another was made in its place).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import differs, guarded

NEVER_OPENS_AGAIN = "a link to a table is withdrawn, never changed, opened again or deleted"


@guarded("DELETE", NEVER_OPENS_AGAIN)
@guarded(
    "UPDATE",
    NEVER_OPENS_AGAIN,
    condition=f"{differs('game_id', 'seed', 'sha256', 'made_by_id', 'made_at')}"
    f" OR OLD.withdrawn_at IS NOT NULL AND ({differs('withdrawn_at', 'withdrawn_by_id')})",
)
class TableLink(models.Model):
    """The link with which a table's pad is opened; only its hash is kept."""

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="links")
    seed = models.CharField(max_length=64, unique=True)
    sha256 = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(withdrawn_at__isnull=True), name="one_link_a_table_that_opens"
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_by__isnull=True)
                | Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False),
                name="link_withdrawn_wholly",
            ),
        ]

    def __str__(self) -> str:
        return f"Link {self.pk} to the table of {self.game}"
