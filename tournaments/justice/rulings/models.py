"""Rulings of Acting Executors, and what they change in a game's record.

Purpose: what happened, by which rule it was ruled, and what followed, kept for appeals and for the case book.
Invariants: a ruling is never changed or deleted (guarded), only marked as guiding; one sent twice (its key)
is one; it is superseded at most once, by a ruling of the same game; an effect is computed by `rules_engine`
from the facts, never typed. An amendment has exactly one source and ends at most once; what stands of a game
is its reports with the amendments that have not ended, whatever the order in which they came.
Rule section: II, IV (he interprets and administers the rules; his rulings are recorded); W-42 to W-74, W-122.
Terms: irregularity (a form of `rules_engine.whoopie.rulings`), facts (what its form asked for), outcome
(what the engine made of them), words (what happened, for the case book, naming nobody), guiding (marked by
the Managing Executor for those who rule after), amendment (incidents taken out of a stanza and put in, and
fields set, as `whoopie-game/1` has them; stanza 0 is the game as a whole).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import append_only, differs, guarded
from sanctioning.kit.sentence_fields import SentenceField
from sanctioning.kit.wording.localised import lazily as _lazy

AS_IT_WAS_MADE = "a ruling stays as it was made; rule anew, or appeal"
ENDS_ONCE = "an amendment stays as it was made, and ends once"
GUIDING = {"guiding_by_id", "guiding_at", "guiding_note"}


@guarded("DELETE", AS_IT_WAS_MADE)
class Ruling(models.Model):
    """A ruling of an Acting Executor: its facts, what follows from them, and whether it is public."""

    class Kind(models.TextChoices):
        IRREGULARITY = "irregularity", _lazy("an irregularity")
        PLAY = "play", _lazy("a question of bidding, play or scoring")
        FINDING = "finding", _lazy("a finding of the check")
        EXTRAPOLATION = "extrapolation", _lazy("extrapolation")
        ENTRY = "entry", _lazy("an entry or a seat")
        VOTE = "vote", _lazy("whether a vote is held")

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=14, choices=Kind)
    irregularity = models.SlugField(max_length=40, blank=True)
    section = models.CharField(max_length=80)
    stanza = models.PositiveSmallIntegerField(null=True, blank=True)
    trick = models.PositiveSmallIntegerField(null=True, blank=True)
    call = models.OneToOneField(
        "tournaments.Call", null=True, blank=True, on_delete=models.PROTECT, related_name="ruling"
    )
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    concerned = models.ManyToManyField("tournaments.GamePlayer", related_name="rulings")
    facts = models.JSONField(default=dict, blank=True)
    outcome = models.JSONField(default=dict, blank=True)
    what = SentenceField(help_text="What happened.")
    reason = models.TextField()
    words = models.TextField(blank=True)
    public = models.BooleanField(default=False)
    by = models.ForeignKey("sanctioning.Appointment", on_delete=models.PROTECT, related_name="rulings")
    at = models.DateTimeField()
    key = models.CharField(max_length=80, blank=True)
    guiding_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    guiding_at = models.DateTimeField(null=True, blank=True)
    guiding_note = models.TextField(blank=True)

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="ruling_numbered_once"),
            models.UniqueConstraint(fields=["key"], condition=~Q(key=""), name="ruling_sent_once"),
            models.CheckConstraint(
                condition=~Q(section="") & ~Q(what="") & ~Q(reason=""), name="ruling_cites_and_says_why"
            ),
            models.CheckConstraint(
                condition=(Q(kind="irregularity") & ~Q(irregularity=""))
                | (~Q(kind="irregularity") & Q(irregularity="")),
                name="ruling_names_its_irregularity",
            ),
            models.CheckConstraint(condition=Q(public=False) | ~Q(words=""), name="public_ruling_has_words"),
            models.CheckConstraint(
                condition=Q(guiding_at__isnull=True, guiding_by__isnull=True, guiding_note="")
                | Q(guiding_at__isnull=False, guiding_by__isnull=False, public=True),
                name="guiding_ruling_is_public",
            ),
        ]
        indexes = [
            models.Index(fields=["section", "-at"], name="ruling_by_section"),
            models.Index(fields=["-at"], condition=Q(public=True), name="ruling_case_book"),
        ]

    def __str__(self) -> str:
        return f"Ruling {self.number} in {self.game}"


append_only(Ruling.concerned.through)
guarded(
    "UPDATE",
    AS_IT_WAS_MADE,
    condition=differs(
        *(
            str(field.column)
            for field in Ruling._meta.concrete_fields
            # JSON cannot be compared on PostgreSQL; it is kept together with the other columns.
            if field.column not in {"id", *GUIDING} and field.get_internal_type() != "JSONField"
        )
    ),
)(Ruling)


class AmendmentQuerySet(models.QuerySet["Amendment"]):
    def standing(self) -> AmendmentQuerySet:
        return self.filter(ended_at__isnull=True)


@guarded("DELETE", ENDS_ONCE)
@guarded(
    "UPDATE",
    ENDS_ONCE,
    condition="OLD.ended_at IS NOT NULL OR "
    + differs("game_id", "stanza", "ruling_id", "vote_id", "step_id", "at"),
)
class Amendment(models.Model):
    """A change to the score of a stanza, by a ruling, a vote or an appeal."""

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="amendments")
    stanza = models.PositiveSmallIntegerField()
    removes = models.JSONField(default=list, blank=True)
    adds = models.JSONField(default=list, blank=True)
    sets = models.JSONField(default=dict, blank=True)
    ruling = models.ForeignKey(
        Ruling, null=True, blank=True, on_delete=models.PROTECT, related_name="amendments"
    )
    vote = models.ForeignKey(
        "tournaments.Vote", null=True, blank=True, on_delete=models.PROTECT, related_name="amendments"
    )
    step = models.ForeignKey(
        "tournaments.AppealStep", null=True, blank=True, on_delete=models.PROTECT, related_name="amendments"
    )
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by_ruling = models.ForeignKey(
        Ruling, null=True, blank=True, on_delete=models.PROTECT, related_name="ends"
    )
    ended_by_step = models.ForeignKey(
        "tournaments.AppealStep", null=True, blank=True, on_delete=models.PROTECT, related_name="ends"
    )

    objects = AmendmentQuerySet.as_manager()

    class Meta:
        ordering = ["game", "stanza", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ruling__isnull=False, vote__isnull=True, step__isnull=True)
                | Q(ruling__isnull=True, vote__isnull=False, step__isnull=True)
                | Q(ruling__isnull=True, vote__isnull=True, step__isnull=False),
                name="amendment_has_one_source",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_by_ruling__isnull=True, ended_by_step__isnull=True)
                | Q(ended_at__isnull=False, ended_by_ruling__isnull=False, ended_by_step__isnull=True)
                | Q(ended_at__isnull=False, ended_by_ruling__isnull=True, ended_by_step__isnull=False),
                name="amendment_ended_by_one",
            ),
            models.CheckConstraint(
                condition=~Q(removes=[]) | ~Q(adds=[]) | ~Q(sets={}), name="amendment_amends"
            ),
        ]
        indexes = [
            models.Index(fields=["game"], condition=Q(ended_at__isnull=True), name="amendment_standing")
        ]

    def __str__(self) -> str:
        return f"Amendment of stanza {self.stanza} in {self.game}"
