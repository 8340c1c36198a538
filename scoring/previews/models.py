"""Previews: what a draft of the Articles would have done in the past two years.

Purpose: kept results, so that whoever adopts has seen what changes, for whom.
Invariants: a preview keeps the body that it was computed from, so a draft that is edited after is told from
it (`edit`); only what differs has a row; each row is written once, together with the place up to which the
work is done (`games_to`, `people_to`), so that a worker that dies or is cancelled leaves nothing doubled.
Rule section: IV (scales, recording, degrees); nothing of a preview changes the ledger.
Terms: now (as the ledger has it), draft (as they would have it), trouble (why the draft pays a game nothing).
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from scoring.card_games import CardGameField
from scoring.points import Points


class Preview(models.Model):
    """What an amendment of the Articles would change, worked out over games of the past."""

    articles = models.ForeignKey("sanctioning.Articles", on_delete=models.PROTECT, related_name="previews")
    edit = models.PositiveIntegerField()
    body = models.JSONField()
    since = models.DateField()
    asked_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    games_to = models.PositiveBigIntegerField(default=0, help_text="The last certification that is done.")
    people_to = models.PositiveBigIntegerField(default=0, help_text="The last person that is done.")
    games = models.PositiveIntegerField(default=0)
    people = models.PositiveIntegerField(default=0)
    totals = models.JSONField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-asked_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True, totals__isnull=True)
                | Q(finished_at__isnull=False, totals__isnull=False),
                name="preview_finished_has_totals",
            ),
        ]

    def __str__(self) -> str:
        return f"Preview of {self.articles}"


class PreviewGame(models.Model):
    """A game that would have brought other points."""

    preview = models.ForeignKey(Preview, on_delete=models.CASCADE, related_name="differing_games")
    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="+")
    trouble = models.TextField(blank=True)

    class Meta:
        ordering = ["preview", "id"]
        constraints = [models.UniqueConstraint(fields=["preview", "game"], name="preview_game_once")]

    def __str__(self) -> str:
        return f"{self.game} in {self.preview}"


class PreviewPlacing(models.Model):
    """What somebody would have won otherwise in one game; `person` is the record that is kept."""

    preview = models.ForeignKey(Preview, on_delete=models.CASCADE, related_name="placings")
    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    points_now = Points()
    blue_now = Points()
    points_draft = Points()
    blue_draft = Points()

    class Meta:
        ordering = ["preview", "id"]
        constraints = [
            models.UniqueConstraint(fields=["preview", "game", "person"], name="preview_placing_once"),
            models.CheckConstraint(
                condition=~Q(points_now=F("points_draft")) | ~Q(blue_now=F("blue_draft")),
                name="preview_placing_differs",
            ),
        ]
        indexes = [models.Index(fields=["preview", "person"], name="preview_placing_by_person")]

    def __str__(self) -> str:
        return f"{self.person} in {self.game}"


class PreviewPerson(models.Model):
    """Whose points would have differed: won in these two years, recorded in all, and the degree."""

    preview = models.ForeignKey(Preview, on_delete=models.CASCADE, related_name="lines")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    card_game = CardGameField()
    won_now = Points()
    won_blue_now = Points()
    won_draft = Points()
    won_blue_draft = Points()
    recorded_now = Points()
    recorded_blue_now = Points()
    recorded_draft = Points()
    recorded_blue_draft = Points()
    rank_now = models.SmallIntegerField(help_text="-1 for none.")
    rank_draft = models.SmallIntegerField()

    class Meta:
        ordering = ["preview", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["preview", "person", "card_game"], name="preview_person_once_a_card_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person} in {self.preview}"
