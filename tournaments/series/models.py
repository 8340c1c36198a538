"""Series: events that belong together, with a playoff and a consolation for those who qualify.

Invariants: who qualifies is fixed when the series is announced (guarded); a person has one place in it at
most; a place that was declined says since when.
Rule section: IV (level series playoff-consolation, W-127).
Terms: basis, ties, line (as `rules_engine.series` has them), part (playoff or consolation).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import differs, guarded
from sanctioning.kit.wording.localised import lazily as _lazy


@guarded(
    "UPDATE",
    "who qualifies is fixed when a series is announced",
    condition=differs("club_id", "name", "slug", "basis", "playoff", "consolation", "ties"),
)
class Series(models.Model):
    """A series of events, and how one qualifies for its later parts."""

    class Basis(models.TextChoices):
        POINTS = "points", _lazy("rating points won")
        PLACES = "places", _lazy("first places, then second, and so on")
        GAMES = "games", _lazy("games played")

    class Ties(models.TextChoices):
        DRAW = "draw", _lazy("by a recorded draw")
        ALL = "all", _lazy("all of them qualify")

    club = models.ForeignKey("sanctioning.Club", on_delete=models.PROTECT, related_name="series")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    basis = models.CharField(max_length=10, choices=Basis)
    playoff = models.PositiveSmallIntegerField(help_text="How many qualify for the playoff.")
    consolation = models.PositiveSmallIntegerField(help_text="How many after them for the consolation.")
    ties = models.CharField(max_length=10, choices=Ties)
    draws = models.JSONField(default=list, blank=True)
    announced_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    announced_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-announced_at", "-id"]
        verbose_name_plural = "series"
        constraints = [
            models.CheckConstraint(condition=Q(playoff__gte=3), name="series_playoff_has_a_table"),
            models.CheckConstraint(
                condition=Q(consolation=0) | Q(consolation__gte=3), name="series_consolation_has_a_table"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Qualifier(models.Model):
    """A place in a later part of a series, given to a player or declined."""

    class Part(models.TextChoices):
        PLAYOFF = "playoff", _lazy("playoff")
        CONSOLATION = "consolation", _lazy("consolation")

    class State(models.TextChoices):
        QUALIFIED = "qualified", _lazy("qualified")
        DECLINED = "declined", _lazy("declined")

    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="qualifiers")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="qualified_in")
    part = models.CharField(max_length=12, choices=Part)
    place = models.PositiveSmallIntegerField(help_text="In the order of the series.")
    state = models.CharField(max_length=10, choices=State, default=State.QUALIFIED)
    since = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["series", "-part", "place", "id"]
        constraints = [
            models.UniqueConstraint(fields=["series", "person"], name="qualifies_once_in_a_series"),
            models.CheckConstraint(
                condition=Q(state="declined", declined_at__isnull=False)
                | (~Q(state="declined") & Q(declined_at__isnull=True)),
                name="qualifier_declined_at_a_moment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} in the {self.part} of {self.series}"
