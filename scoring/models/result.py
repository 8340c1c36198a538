"""Certified results: standings and the awards that follow.

Invariants: one certification a game; a person stands once in it; an award keeps every number that it was
computed from, so that anybody can do the sum again; blue points are part of the points.
Rule section: IV (paid places, scales), II (extrapolation).
Terms: table size (players counted for the scale), covered (the places a tie shares).
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.db import models
from django.db.models import F, Q


class Points(models.DecimalField):  # type: ignore[type-arg]
    """Exact tenths."""

    def __init__(self, *, max_digits: int = 9, decimal_places: int = 1, **options: Any) -> None:
        super().__init__(max_digits=max_digits, decimal_places=decimal_places, **options)


class Certification(models.Model):
    game = models.OneToOneField("tournaments.Game", on_delete=models.PROTECT, related_name="certification")
    report = models.OneToOneField("scoring.Report", on_delete=models.PROTECT, related_name="certification")
    certified_by = models.ForeignKey(
        "sanctioning.Appointment", on_delete=models.PROTECT, related_name="certifications"
    )
    at = models.DateTimeField()
    articles = models.ForeignKey("sanctioning.Articles", on_delete=models.PROTECT, related_name="+")
    player_hands = models.PositiveIntegerField()

    class Meta:
        ordering = ["at", "id"]
        indexes = [models.Index(fields=["-at"], name="certification_latest")]

    def __str__(self) -> str:
        return f"{self.game} certified"


class Standing(models.Model):
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
    standing = models.OneToOneField(Standing, on_delete=models.PROTECT, related_name="award")
    points = Points()
    blue = Points(default=Decimal("0.0"))
    numbers = models.JSONField()

    class Meta:
        ordering = ["standing"]
        constraints = [
            models.CheckConstraint(
                condition=Q(points__gt=0, blue__gte=0, blue__lte=F("points")), name="award_blue_within_points"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points} points for {self.standing}"
