"""Certified results: standings and the awards that follow, and what a later order made of them.

Invariants: a game is certified once and corrected only by an order with its reason; each correction is a new
version that names the one before, one version is current, the earlier ones stay as they were; a person
stands once in a version; an award keeps every number that it was computed from, so that anybody can do the
sum again; blue points are part of the points.
Rule section: IV (paid places, scales), II (extrapolation).
Terms: table size (players counted for the scale), covered (the places a tie shares), ruling (the words by
which the ruling or appeal behind a correction is found again), continued (an award that a correction left
as it was: the entries and the certificate of the earlier one stand for it), card game (of which the points
are; empty for a result that is of none and won nobody a point).
"""

from __future__ import annotations

from decimal import Decimal

from django.db import models
from django.db.models import F, Q

from sanctioning.kit.guards.guards import differs, guarded
from scoring.card_games import CardGameField
from scoring.points import Points

FINAL = "a certified result is final; a correction is a new version"


@guarded("DELETE", FINAL)
@guarded(
    "UPDATE",
    FINAL,
    condition=differs(
        "game_id", "version", "report_id", "at", "corrects_id", "ordered_by_id", "why", "card_game"
    ),
)
class Certification(models.Model):
    """The result of a game as it was certified; a correction is a later version."""

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="certifications")
    version = models.PositiveSmallIntegerField(default=1)
    current = models.BooleanField(default=True)
    report = models.OneToOneField(
        "tournaments.Report", on_delete=models.PROTECT, related_name="certification"
    )
    certified_by = models.ForeignKey(
        "sanctioning.Appointment", on_delete=models.PROTECT, related_name="certifications"
    )
    at = models.DateTimeField()
    articles = models.ForeignKey("sanctioning.Articles", on_delete=models.PROTECT, related_name="+")
    card_game = CardGameField(blank=True)
    player_hands = models.PositiveIntegerField()
    corrects = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="corrected_by"
    )
    ordered_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    why = models.TextField(blank=True)
    ruling = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="certification_version_once"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(current=True), name="one_current_certification_a_game"
            ),
            models.CheckConstraint(
                condition=Q(version=1, corrects__isnull=True, ordered_by__isnull=True, why="", ruling="")
                | (
                    Q(version__gt=1, corrects__isnull=False, ordered_by__isnull=False)
                    & ~Q(why="")
                    & ~Q(ruling="")
                ),
                name="correction_is_ordered_with_a_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["-at", "-id"], name="certification_latest", condition=Q(current=True))
        ]

    def __str__(self) -> str:
        return f"{self.game} certified" + (f", version {self.version}" if self.version > 1 else "")

    @property
    def because(self) -> str:
        """Why a correcting version was made, as the ledger and the trail say it."""
        return f"Corrected by {self.ruling}: {self.why}"


class Standing(models.Model):
    """The place and score of a player in a certified game."""

    certification = models.ForeignKey(Certification, on_delete=models.PROTECT, related_name="standings")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="standings")
    record_id = models.CharField(max_length=64)
    place = models.PositiveSmallIntegerField()
    shared = models.BooleanField()
    score = models.IntegerField()
    extrapolated = models.IntegerField(default=0)

    class Meta:
        ordering = ["certification", "place", "id"]
        constraints = [
            models.UniqueConstraint(fields=["certification", "person"], name="stands_once_in_a_game"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_count_from_one"),
            models.CheckConstraint(condition=Q(extrapolated__gte=0), name="extrapolation_never_takes"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: place {self.place}"


class Award(models.Model):
    """The points of a standing, with their certificates."""

    standing = models.OneToOneField(Standing, on_delete=models.PROTECT, related_name="award")
    points = Points()
    blue = Points(default=Decimal("0.0"))
    numbers = models.JSONField()
    continued = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="continuations"
    )

    class Meta:
        ordering = ["standing"]
        constraints = [
            models.CheckConstraint(
                condition=Q(points__gt=0, blue__gte=0, blue__lte=F("points")), name="award_blue_within_points"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points} points for {self.standing}"

    @property
    def root(self) -> Award:
        """The award whose entries and certificate stand: this one, or the earlier one that it continues."""
        return self.continued or self
