"""The law in versions: rule sets and Articles of Administration, each with a first day.

Purpose: an event is judged by what was in force when it was sanctioned, a recording by what is in force
on its day.
Invariants: adopted once, never edited after (`sanctioning.guards` has the database refuse it); two
versions of one law never begin on one day.
Rule section: IV, and the note of approval of 18 April 1966.
Terms: scale (points for each paid place, by level and type), blue share (part of those points).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Version(models.Model):
    """What rule sets and Articles have in common."""

    title = models.CharField(max_length=160)
    first_day = models.DateField()
    drafted_by = models.ForeignKey(
        "sanctioning.Person", null=True, on_delete=models.PROTECT, related_name="+"
    )
    adopted_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    adopted_at = models.DateTimeField(null=True, blank=True)
    body = models.JSONField()

    class Meta:
        abstract = True

    @property
    def adopted(self) -> bool:
        return self.adopted_at is not None


class RuleSet(Version):
    """One version of the rules of one game; `slug` is what a record names."""

    slug = models.SlugField(max_length=60, unique=True)
    format = models.SlugField(max_length=40)

    class Meta:
        ordering = ["format", "first_day"]
        constraints = [
            models.UniqueConstraint(
                fields=["format", "first_day"],
                condition=Q(adopted_at__isnull=False),
                name="one_rule_set_a_first_day",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Articles(Version):
    """One version of the Articles of Administration; `body` is described in `sanctioning.articles`."""

    number = models.PositiveIntegerField(unique=True)

    class Meta:
        ordering = ["first_day"]
        verbose_name_plural = "articles"
        constraints = [
            models.UniqueConstraint(
                fields=["first_day"], condition=Q(adopted_at__isnull=False), name="one_articles_a_first_day"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class FeeSchedule(Version):
    """What a sanction costs, by kind, level and type; `body` is described in `sanctioning.fees`."""

    number = models.PositiveIntegerField(unique=True)

    class Meta:
        ordering = ["first_day"]
        constraints = [
            models.UniqueConstraint(
                fields=["first_day"],
                condition=Q(adopted_at__isnull=False),
                name="one_fee_schedule_a_first_day",
            ),
        ]

    def __str__(self) -> str:
        return self.title
