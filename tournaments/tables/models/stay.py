"""Who sat at a table from which stanza to which, and who waits for a place there.

Purpose: people come and go between stanzas; from these rows, and from nothing typed in as a result, the
record of a game has its seats, its comings and its leavings.
Invariants: a player has one open stay in a game; a stay that came from another game says after which of its
stanzas; a person waits once at a table. Stays are numbered in the order in which people sat down.
Rule section: II (adding new players, re-entering players, splitting a game), readings 34 and 37.
Terms: since (the first stanza of the stay), until (the last one, none while he sits there), family (a game
and all groups that came of it), walked out (he left in the middle of his last stanza).
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from sanctioning.kit.guards.guards import differs, guarded
from sanctioning.kit.wording.localised import lazily as _lazy

SAT = "who sat at a table, where and since when is never changed"
PLAYED = (
    "(SELECT game.stanzas_played FROM tournaments_game AS game JOIN tournaments_gameplayer AS player"
    " ON player.game_id = game.id WHERE player.id = OLD.player_id)"
)


@guarded(
    "UPDATE",
    SAT,
    condition=differs("player_id", "since", "returns", "came_from_id", "came_after", "sat_by_id", "sat_at"),
)
@guarded("UPDATE", SAT, condition=f"{PLAYED} >= OLD.since AND ({differs('left_of_id')})", about="played")
@guarded(
    "UPDATE",
    "a stay neither ends nor goes on before stanzas that were played",
    condition=f"({differs('until')}) AND (OLD.until < {PLAYED} OR NEW.until < {PLAYED})",
    about="until",
)
@guarded("DELETE", "a stay of which a stanza was played is never deleted", condition=f"{PLAYED} >= OLD.since")
class Stay(models.Model):
    """A player's time at a table, between sitting down and leaving."""

    player = models.ForeignKey("tournaments.GamePlayer", on_delete=models.PROTECT, related_name="stays")
    since = models.PositiveSmallIntegerField()
    until = models.PositiveSmallIntegerField(null=True, blank=True)
    left_of = models.ForeignKey(
        "tournaments.GamePlayer", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    returns = models.BooleanField(default=False)
    came_from = models.ForeignKey(
        "tournaments.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    came_after = models.PositiveSmallIntegerField(null=True, blank=True)
    walked_out = models.BooleanField(default=False)
    sat_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    sat_at = models.DateTimeField()
    left_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(until__isnull=True), name="sits_once_at_a_table"
            ),
            models.CheckConstraint(
                condition=Q(since__gte=1) & (Q(until__isnull=True) | Q(until__gte=F("since") - 1)),
                name="stay_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=Q(came_from__isnull=True, came_after__isnull=True)
                | Q(came_from__isnull=False, came_after__isnull=False),
                name="stay_came_from_a_stanza",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} from stanza {self.since}"


class Waiting(models.Model):
    """Somebody waiting to sit down at a table."""

    class End(models.TextChoices):
        SEATED = "seated", _lazy("sat down")
        SPLIT = "split", _lazy("placed by a split")
        LEFT = "left", _lazy("gave up")

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="waiting")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    noted_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended = models.CharField(max_length=8, choices=End, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "waiting"
        constraints = [
            models.UniqueConstraint(
                fields=["game", "person"], condition=Q(ended_at__isnull=True), name="waits_once_at_a_table"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended="") | (Q(ended_at__isnull=False) & ~Q(ended="")),
                name="waiting_ended_wholly",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} waits at {self.game}"
