"""Recordings: what players send in, what was accepted, and the degrees that follow.

Invariants: a certificate is recorded at most once (unique); a submission is accepted wholly or refused
wholly, and a refused one is kept with its reason; a degree is held once at a time. A submission is of one
card game, as the degree is that it may bring.
Rule section: IV (unmutilated certificates; 25.0 or a new degree; degrees of proficiency).
A correction records the certificate that takes another's place under the submission of that one, and a
degree whose points it took away was never rightly held: it counts for no day (`until` is `since`).
Terms: total and blue (what was sent in), held (recorded points of the player afterwards), answer (what
the engine said of the submission, kept as it said it).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.sentence_fields import SentenceField
from sanctioning.kit.wording.localised import lazily as _lazy
from scoring.card_games import CardGameField
from scoring.points import Points


class Submission(models.Model):
    """Certificates handed in to be recorded, taken in or refused as a whole."""

    class State(models.TextChoices):
        ACCEPTED = "accepted", _lazy("accepted")
        REFUSED = "refused", _lazy("refused")

    number = models.PositiveBigIntegerField(unique=True)
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="submissions")
    card_game = CardGameField()
    registrar = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State)
    codes = models.JSONField()
    mutilated = models.JSONField(default=list)
    total = Points()
    blue = Points()
    held_points = Points()
    held_blue = Points()
    refused_for = models.CharField(max_length=20, blank=True)
    reason = SentenceField(blank=True)
    articles = models.ForeignKey("sanctioning.Articles", on_delete=models.PROTECT, related_name="+")
    answer = models.JSONField()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="accepted", refused_for="")
                | (Q(state="refused") & ~Q(refused_for="") & ~Q(reason="")),
                name="submission_refused_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"Submission {self.number}"


class RecordedCertificate(models.Model):
    """A certificate that was handed in with a submission and recorded."""

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="recorded")
    certificate = models.OneToOneField(
        "scoring.Certificate", on_delete=models.PROTECT, related_name="recording"
    )
    entry = models.OneToOneField("scoring.LedgerEntry", on_delete=models.PROTECT, related_name="recording")
    instead_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="taken_over_by"
    )

    class Meta:
        ordering = ["submission", "id"]

    def __str__(self) -> str:
        return f"{self.certificate} in {self.submission}"


class DegreeHeld(models.Model):
    """A degree from a day on; with an `until`, one that a correction took away. One that was brought forward
    has its certificate from the time before."""

    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="degrees")
    card_game = CardGameField()
    degree = models.CharField(max_length=40)
    rank = models.PositiveSmallIntegerField()
    since = models.DateField()
    until = models.DateField(null=True, blank=True)
    submission = models.ForeignKey(
        Submission, null=True, blank=True, on_delete=models.PROTECT, related_name="degrees"
    )
    certificate = models.OneToOneField(
        "scoring.Certificate", null=True, blank=True, on_delete=models.PROTECT, related_name="degree_held"
    )
    brought_forward = models.ForeignKey(
        "scoring.ImportRow", null=True, blank=True, on_delete=models.PROTECT, related_name="degrees"
    )

    class Meta:
        ordering = ["person", "rank"]
        verbose_name_plural = "degrees held"
        constraints = [
            models.UniqueConstraint(
                fields=["person", "card_game", "degree"],
                condition=Q(until__isnull=True),
                name="degree_held_once_a_card_game",
            ),
        ]
        indexes = [
            models.Index(
                fields=["rank", "since", "id"], name="degree_held_now", condition=Q(until__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.degree}"
