"""The Whoopie Roster: points recorded as of 15 May and 15 November.

Invariants: a roster is as of one of the two days, once; a working copy is compiled again as often as
wanted; a published one and its lines never change (the database refuses), so that compiled again it is
the same byte for byte.
Rule section: IV (semi-annual Whoopie Roster).
Terms: cut (the last ledger entry that was counted), inputs hash (of all that it was compiled from).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scoring.models.result import Points


class Roster(models.Model):
    class State(models.TextChoices):
        COMPILED = "compiled", "compiled"
        PUBLISHED = "published", "published"

    as_of = models.DateField(unique=True)
    state = models.CharField(max_length=10, choices=State, default=State.COMPILED)
    cut = models.PositiveBigIntegerField()
    inputs_hash = models.CharField(max_length=64)
    compiled_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    compiled_at = models.DateTimeField()
    published_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    published_at = models.DateTimeField(null=True, blank=True)
    players = models.PositiveIntegerField()
    points = Points(max_digits=12)
    blue = Points(max_digits=12)
    csv = models.BinaryField()
    csv_sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ["-as_of"]
        constraints = [
            models.CheckConstraint(
                condition=Q(as_of__month=5, as_of__day=15) | Q(as_of__month=11, as_of__day=15),
                name="roster_as_of_15_may_or_15_november",
            ),
            models.CheckConstraint(
                condition=Q(state="compiled", published_at__isnull=True, published_by__isnull=True)
                | Q(state="published", published_at__isnull=False, published_by__isnull=False),
                name="roster_published_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"Whoopie Roster as of {self.as_of:%-d %B %Y}"

    @property
    def published(self) -> bool:
        return self.state == self.State.PUBLISHED

    @property
    def serial(self) -> str:
        """`Roster 2026/1` as of 15 May, `Roster 2026/2` as of 15 November."""
        return f"Roster {self.as_of.year}/{1 if self.as_of.month == 5 else 2}"


class RosterLine(models.Model):
    """One player, with all words as they were when compiled."""

    roster = models.ForeignKey(Roster, on_delete=models.CASCADE, related_name="lines")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="roster_lines")
    name = models.CharField(max_length=170)
    number = models.CharField(max_length=12)
    club = models.CharField(max_length=120, blank=True)
    degree = models.CharField(max_length=60)
    degree_rank = models.PositiveSmallIntegerField()
    points = Points()
    blue = Points()

    class Meta:
        ordering = ["roster", "-degree_rank", "-points", "-blue", "name", "number"]
        constraints = [models.UniqueConstraint(fields=["roster", "person"], name="once_on_a_roster")]
        indexes = [models.Index(fields=["roster", "name"], name="roster_line_by_name")]

    def __str__(self) -> str:
        return f"{self.name}: {self.points}"


class RosterDocument(models.Model):
    """The printed roster, made by a job; apart from the roster, which publication freezes."""

    roster = models.OneToOneField(Roster, on_delete=models.PROTECT, related_name="document")
    file = models.FileField(upload_to="rosters/")
    sha256 = models.CharField(max_length=64)
    inputs_hash = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.roster} as PDF"
