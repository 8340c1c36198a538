"""Where an executor rules, and when he cannot.

Purpose: what a proposal of Acting Executors is made from, besides terms and conflicts; each executor keeps
his own.
Invariants: an area names a place or a club, never both; a leave ends no earlier than it begins.
Terms: area (a place or club that an executor covers; his home is one too), leave (days on which he is not
available).
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q


class Area(models.Model):
    """A place or a club where an executor is on call."""

    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="areas")
    place = models.CharField(max_length=120, blank=True)
    club = models.ForeignKey(
        "sanctioning.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    home = models.BooleanField(default=False, help_text="Where the executor lives.")

    class Meta:
        ordering = ["-home", "place", "id"]
        constraints = [
            models.CheckConstraint(
                condition=(~Q(place="") & Q(club__isnull=True)) | Q(place="", club__isnull=False, home=False),
                name="area_is_a_place_or_a_club",
            ),
            models.UniqueConstraint(
                fields=["person", "place"], condition=~Q(place=""), name="area_of_a_place_once"
            ),
            models.UniqueConstraint(
                fields=["person", "club"], condition=Q(club__isnull=False), name="area_of_a_club_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.place or self.club}"


class Leave(models.Model):
    """Days on which an executor is away."""

    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="leaves")
    first_day = models.DateField()
    last_day = models.DateField()
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["first_day", "id"]
        verbose_name_plural = "leaves"
        constraints = [
            models.CheckConstraint(
                condition=Q(last_day__gte=F("first_day")), name="leave_ends_after_it_begins"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: away from {self.first_day} to {self.last_day}"
