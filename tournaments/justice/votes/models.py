"""Violations of the spirit of the game, and the votes on them.

Purpose: who was charged with what act, what was moved, who might vote, and what came of it.
Invariants: the roll is fixed when a vote is opened, and each on it answers at most once; a vote refused or
closed is final (guarded), and neither a violation nor a vote is ever deleted; a motion is put once on a
violation, an adjusted score once for each player injured; a secret ballot cannot be led back to anybody.
Rule section: III; W-98 to W-113, readings 45 to 60.
Terms: offender (accused in one incident, then found), found (type 2: by a carried vote, by the third
improper information, or by the decision that varied a ruling into it; no longer once that fell), terms (what
a motion asks: points, fails_bid, scope, last_day, letter), roll (those entitled, in the order of their
seats), obstacles (why no vote was held), bars (what a carried vote imposed).
"""

from __future__ import annotations

import uuid
from typing import Final

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import append_only, differs, guarded
from sanctioning.kit.wording.localised import lazily as _lazy

KEPT_FOR_GOOD = "what was charged and voted is kept for good"


@guarded("DELETE", KEPT_FOR_GOOD)
class Violation(models.Model):
    """A charge that a player broke a rule."""

    class Kind(models.TextChoices):
        IMPROPER_INFORMATION = "improper-information", _lazy("improper information")
        INTENTIONAL_REVOKE = "intentional-revoke", _lazy("intentional revoke")
        CHAOTIC_ACTION = "chaotic-action", _lazy("chaotic action")

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="violations")
    kind = models.CharField(max_length=20, choices=Kind)
    stanza = models.PositiveSmallIntegerField()
    act = models.TextField(help_text="What was done.")
    charged_by = models.ForeignKey(
        "tournaments.GamePlayer", null=True, blank=True, on_delete=models.PROTECT, related_name="charges"
    )
    ruling = models.OneToOneField(
        "tournaments.Ruling", null=True, blank=True, on_delete=models.PROTECT, related_name="violation"
    )
    step = models.OneToOneField(
        "tournaments.AppealStep",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="violation",
        help_text="The decision that varied a ruling into it.",
    )
    penalised_by = models.CharField(
        max_length=80, blank=True, help_text="The rule that already penalises the act, if one does."
    )
    at = models.DateTimeField()
    key = models.CharField(max_length=80, blank=True)
    found_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "id"]
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=~Q(key=""), name="violation_charged_once"),
            models.CheckConstraint(condition=~Q(act=""), name="violation_says_what_was_done"),
            models.CheckConstraint(
                condition=Q(kind="improper-information", ruling__isnull=False, step__isnull=True)
                | Q(kind="improper-information", ruling__isnull=True, step__isnull=False)
                | (~Q(kind="improper-information") & Q(charged_by__isnull=False, step__isnull=True)),
                name="violation_charged_or_ruled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} in {self.game}"


@append_only
class Offender(models.Model):
    """A player charged with a violation."""

    violation = models.ForeignKey(Violation, on_delete=models.PROTECT, related_name="offenders")
    player = models.ForeignKey("tournaments.GamePlayer", on_delete=models.PROTECT, related_name="offences")

    class Meta:
        ordering = ["violation", "id"]
        constraints = [
            models.UniqueConstraint(fields=["violation", "player"], name="offender_once_a_violation")
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.violation}"


@guarded("DELETE", KEPT_FOR_GOOD)
@guarded("UPDATE", "a vote refused or closed is final", condition="OLD.state IN ('refused', 'closed')")
class Vote(models.Model):
    """A vote of a table on a charge: demanded, opened, closed, with its count."""

    class State(models.TextChoices):
        DEMANDED = "demanded", _lazy("demanded")
        REFUSED = "refused", _lazy("refused")
        OPEN = "open", _lazy("open")
        CLOSED = "closed", _lazy("closed")

    class Motion(models.TextChoices):
        """The motions of `rules_engine.justice.votes.Motion`."""

        FIND_INTENTIONAL_REVOKE = "find-intentional-revoke", _lazy("the revoke was intentional")
        FIND_CHAOTIC_ACTION = "find-chaotic-action", _lazy("the act was chaotic")
        TYPE_2_POINTS = "type-2-points", _lazy("the type 1 penalty, or part of it")
        TYPE_2_ADJUSTED_SCORE = "type-2-adjusted-score", _lazy("an adjusted score")
        TYPE_2_BAR = "type-2-bar", _lazy("a bar")
        TYPE_2_BAR_WITH_PLAYOFFS = "type-2-bar-with-playoffs", _lazy("a bar that reaches playoffs")

    violation = models.ForeignKey(Violation, on_delete=models.PROTECT, related_name="votes")
    motion = models.CharField(max_length=26, choices=Motion)
    terms = models.JSONField(default=dict, blank=True)
    injured = models.ForeignKey(
        "tournaments.GamePlayer", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    state = models.CharField(max_length=8, choices=State, default=State.DEMANDED)
    demanded_by = models.ForeignKey(
        "tournaments.GamePlayer", on_delete=models.PROTECT, related_name="demanded_votes"
    )
    demanded_at = models.DateTimeField()
    key = models.CharField(max_length=80, blank=True)
    ruling = models.OneToOneField(
        "tournaments.Ruling", null=True, blank=True, on_delete=models.PROTECT, related_name="vote"
    )
    secret = models.BooleanField(default=False)
    opened_at = models.DateTimeField(null=True, blank=True)
    opened_after = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Stanzas played when the roll was fixed."
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    seated = models.PositiveSmallIntegerField(null=True, blank=True)
    electorate = models.PositiveSmallIntegerField(null=True, blank=True)
    needed = models.PositiveSmallIntegerField(null=True, blank=True)
    ayes = models.PositiveSmallIntegerField(null=True, blank=True)
    noes = models.PositiveSmallIntegerField(null=True, blank=True)
    abstained = models.PositiveSmallIntegerField(null=True, blank=True)
    absent = models.PositiveSmallIntegerField(null=True, blank=True)
    carried = models.BooleanField(null=True, blank=True)
    reason = models.TextField(blank=True)
    bars = models.ManyToManyField("sanctioning.Bar", related_name="votes")

    class Meta:
        ordering = ["violation", "id"]
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=~Q(key=""), name="vote_demanded_once"),
            models.UniqueConstraint(
                fields=["violation", "motion"],
                condition=~Q(state="refused") & ~Q(motion="type-2-adjusted-score"),
                name="motion_put_once",
            ),
            models.UniqueConstraint(
                fields=["violation", "injured"],
                condition=~Q(state="refused") & Q(motion="type-2-adjusted-score"),
                name="adjusted_score_put_once",
            ),
            models.CheckConstraint(
                condition=(Q(motion="type-2-adjusted-score") & Q(injured__isnull=False))
                | (~Q(motion="type-2-adjusted-score") & Q(injured__isnull=True)),
                name="adjusted_score_names_the_injured",
            ),
            models.CheckConstraint(
                condition=Q(state="demanded", ruling__isnull=True, opened_at__isnull=True)
                | (Q(state="refused", ruling__isnull=False, opened_at__isnull=True) & ~Q(reason=""))
                | Q(state="open", ruling__isnull=False, opened_at__isnull=False, closed_at__isnull=True)
                | Q(state="closed", opened_at__isnull=False, closed_at__isnull=False, carried__isnull=False),
                name="vote_state_is_whole",
            ),
            models.CheckConstraint(
                condition=~Q(state="closed")
                | Q(
                    electorate=models.F("ayes")
                    + models.F("noes")
                    + models.F("abstained")
                    + models.F("absent")
                ),
                name="vote_counts_its_electorate",
            ),
            models.CheckConstraint(
                condition=Q(secret=False) | Q(motion__in=("type-2-bar", "type-2-bar-with-playoffs")),
                name="only_bars_are_voted_in_secret",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_motion_display()}: {self.violation}"


# What was written down at the roll call for somebody else is taken back until the vote is closed.
UNLESS_TAKEN_BACK: Final = (
    "(OLD.entered_by_id IS NULL OR NEW.answered OR "
    "(SELECT state FROM tournaments_vote WHERE id = OLD.vote_id) <> 'open')"
)


@guarded("DELETE", KEPT_FOR_GOOD)
@guarded(
    "UPDATE",
    "an answer on the roll is given once",
    condition=f"(OLD.answered AND {UNLESS_TAKEN_BACK}) OR {differs('vote_id', 'player_id', 'place')}",
)
class Voter(models.Model):
    """A player who has a vote, and the answer where the vote is open."""

    class Answer(models.TextChoices):
        AYE = "aye", _lazy("aye")
        NO = "no", _lazy("no")
        ABSTAIN = "abstain", _lazy("abstains")

    vote = models.ForeignKey(Vote, on_delete=models.PROTECT, related_name="roll")
    player = models.ForeignKey("tournaments.GamePlayer", on_delete=models.PROTECT, related_name="+")
    place = models.PositiveSmallIntegerField()
    answered = models.BooleanField(default=False)
    answer = models.CharField(max_length=7, choices=Answer, blank=True)
    entered_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["vote", "place"]
        constraints = [
            models.UniqueConstraint(fields=["vote", "player"], name="on_the_roll_once"),
            models.UniqueConstraint(fields=["vote", "place"], name="place_on_the_roll_once"),
            models.CheckConstraint(condition=Q(answer="") | Q(answered=True), name="an_answer_is_answered"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.answer or '-'}"


@append_only
class SecretBallot(models.Model):
    """One answer in a secret vote, without who gave it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    vote = models.ForeignKey(Vote, on_delete=models.PROTECT, related_name="ballots")
    answer = models.CharField(max_length=7, choices=Voter.Answer)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.answer} on {self.vote}"
