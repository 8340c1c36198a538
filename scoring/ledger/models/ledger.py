"""The point ledger: every point that was ever awarded or recorded, in one chain.

Invariants: entries are only added (the database refuses update and delete); each carries the hash of the
one before it, so that a changed row is found; a correction names what it corrects, who ordered it and
why; an entry that corrects nothing takes nothing away. Entries of all card games are in the one chain; one of
Whoopie says no card game in its hash, as none did before there were two. What was brought forward from the
time before counts from the day of the document that it is cited from.
Terms: book (`awarded`: points won; `recorded`: points registered with the authority), day (the authority's
day that the entry counts for, by which rosters cut: of a correction, the day of what it corrects, so that a
roster not yet published follows it; `at` says when it was written).
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from typing import Final

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast, Round

from rules_engine.card_games import WHOOPIE
from sanctioning.kit.guards.guards import append_only
from sanctioning.kit.wording.localised import lazily as _lazy
from scoring.card_games import CardGameField
from scoring.points import Points

GENESIS: Final = "0" * 64
SEQUENCE: Final = "ledger"


def tenths_of(field: str) -> models.GeneratedField:
    """The same points as a whole number of tenths, which every database sums exactly, and fast."""
    return models.GeneratedField(
        expression=Cast(Round(F(field) * 10), models.IntegerField()),
        output_field=models.IntegerField(),
        db_persist=True,
    )


@append_only
class LedgerEntry(models.Model):
    """Points awarded to a person or recorded by them; entries are only added."""

    class Book(models.TextChoices):
        AWARDED = "awarded", _lazy("awarded")
        RECORDED = "recorded", _lazy("recorded")

    number = models.PositiveBigIntegerField(unique=True)
    book = models.CharField(max_length=8, choices=Book)
    card_game = CardGameField()
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="ledger")
    points = Points()
    blue = Points()
    points_tenths = tenths_of("points")
    blue_tenths = tenths_of("blue")
    award = models.ForeignKey(
        "scoring.Award", null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    certificate = models.ForeignKey(
        "scoring.Certificate", null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    corrects = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="corrections"
    )
    ordered_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    brought_forward = models.ForeignKey(
        "scoring.ImportRow",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="entries",
        help_text="The row of an import from which points of earlier years came.",
    )
    reason = models.TextField()
    at = models.DateTimeField()
    day = models.DateField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "ledger entries"
        constraints = [
            models.CheckConstraint(
                condition=Q(corrects__isnull=False) | Q(points__gte=0, blue__gte=0, blue__lte=F("points")),
                name="ledger_only_corrections_take",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="ledger_entry_has_a_reason"),
        ]
        indexes = [
            models.Index(fields=["book", "day", "person"], name="ledger_by_day"),
            models.Index(fields=["person", "book"], name="ledger_by_person"),
            models.Index(fields=["blue_tenths", "id"], name="ledger_by_blue"),
            models.Index(fields=["points_tenths", "id"], name="ledger_by_points"),
            models.Index(fields=["day", "number"], name="ledger_in_days"),
        ]

    def __str__(self) -> str:
        return f"Entry {self.number}: {self.points} to {self.person}"

    def content_hash(self) -> str:
        """The hash of all that the entry says, the hash before it included."""
        content = [
            self.number,
            self.book,
            self.person_id,
            f"{self.points:.1f}",
            f"{self.blue:.1f}",
            self.award_id,
            self.certificate_id,
            self.corrects_id,
            self.ordered_by_id,
            self.reason,
            self.at.astimezone(dt.UTC).isoformat(timespec="microseconds"),
            self.day.isoformat(),
            self.previous_hash,
        ]
        if self.card_game != WHOOPIE.slug:
            content.append(self.card_game)
        if self.brought_forward_id is not None:
            content.append({"brought forward by row": self.brought_forward_id})
        return hashlib.sha256(json.dumps(content, ensure_ascii=True).encode()).hexdigest()
