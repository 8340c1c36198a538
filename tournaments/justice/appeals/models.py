"""Appeals: from the Acting Executor to Associate, Managing Executor and College, one step at a time.

Purpose: what was appealed, by whom, what went along, who judged by when, and what was decided.
Invariants: an appeal is of one ruling or of one vote; what went along is frozen (its hash) and nothing of an
appeal is deleted (guarded); steps follow each other without a gap and each has one decision, which is never
changed; whoever played, ruled or is named cannot judge; only the College finds an appeal without merit.
What was sent back is a new step of the office before, of the Acting Executor too; a step that was withdrawn
is no longer waited for, and what was decided before it stands.
Rule section: IV; III, "Chaotic Action"; W-105, W-106, W-123 to W-125, readings 51, 52, 71 and 72.
Terms: bundle (stanza, findings, ruling, vote and guiding cases as they stood), appellant, until (the last day
on which the judge decides, or on which the next step can be taken), final (nobody can appeal any more; then
it takes effect), motion of the College (what it votes on), waiver (a player takes no further step).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import append_only, differs, guarded
from sanctioning.kit.wording.localised import lazily as _lazy

KEPT_FOR_GOOD = "what was appealed and decided is kept for good"
DECIDED = differs("appeal_id", "place", "office", "decision", "reasons", "decided_by_id", "decided_at")


class Decision(models.TextChoices):
    UPHELD = "upheld", _lazy("upheld")
    VARIED = "varied", _lazy("varied")
    OVERTURNED = "overturned", _lazy("overturned")
    SENT_BACK = "sent-back", _lazy("sent back")


@guarded("DELETE", KEPT_FOR_GOOD)
@guarded(
    "UPDATE",
    "what went along with an appeal is frozen",
    condition="OLD.ended <> '' OR "
    + differs("number", "ruling_id", "vote_id", "appellant_id", "bundle_sha256", "at"),
)
class Appeal(models.Model):
    """An appeal against a ruling or a vote, through its steps."""

    class End(models.TextChoices):
        FINAL = "final", _lazy("final")
        WITHDRAWN = "withdrawn", _lazy("withdrawn")

    number = models.PositiveIntegerField(unique=True)
    ruling = models.ForeignKey(
        "tournaments.Ruling", null=True, blank=True, on_delete=models.PROTECT, related_name="appeals"
    )
    vote = models.ForeignKey(
        "tournaments.Vote", null=True, blank=True, on_delete=models.PROTECT, related_name="appeals"
    )
    appellant = models.ForeignKey("tournaments.GamePlayer", on_delete=models.PROTECT, related_name="appeals")
    bundle = models.JSONField()
    bundle_sha256 = models.CharField(max_length=64)
    key = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField()
    ended = models.CharField(max_length=9, choices=End, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ruling__isnull=False, vote__isnull=True)
                | Q(ruling__isnull=True, vote__isnull=False),
                name="appeal_of_a_ruling_or_a_vote",
            ),
            models.UniqueConstraint(
                fields=["ruling"], condition=~Q(ended="withdrawn"), name="ruling_appealed_once"
            ),
            models.UniqueConstraint(
                fields=["vote"], condition=~Q(ended="withdrawn"), name="vote_appealed_once"
            ),
            models.UniqueConstraint(fields=["key"], condition=~Q(key=""), name="appeal_sent_once"),
            models.CheckConstraint(
                condition=Q(ended="", ended_at__isnull=True) | (~Q(ended="") & Q(ended_at__isnull=False)),
                name="appeal_ended_wholly",
            ),
        ]

    def __str__(self) -> str:
        return f"Appeal {self.label}"

    @property
    def label(self) -> str:
        return f"A-{self.number:04d}"


class AppealStepQuerySet(models.QuerySet["AppealStep"]):
    def waiting(self) -> AppealStepQuerySet:
        """Those that somebody has to decide, as `AppealStep.waits` says of one."""
        return self.filter(decision="", withdrawn_at__isnull=True)


@guarded("DELETE", KEPT_FOR_GOOD)
@guarded(
    "UPDATE",
    "a decision is never changed; the next step may",
    condition=f"(OLD.decision <> '' OR OLD.withdrawn_at IS NOT NULL) AND ({DECIDED})",
)
class AppealStep(models.Model):
    """One step of an appeal: who took it, who judges it, and what was decided."""

    class Office(models.TextChoices):
        """The offices of `rules_engine.justice.appeals`; the Acting Executor decides what was sent back to
        him."""

        ACTING = "Acting", _lazy("Acting Executor")
        ASSOCIATE = "Associate", _lazy("Associate Executor")
        MANAGING = "Managing", _lazy("Managing Executor")
        COLLEGE = "College", _lazy("College of Executors")

    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="steps")
    place = models.PositiveSmallIntegerField()
    office = models.CharField(max_length=9, choices=Office)
    taken_by = models.ForeignKey("tournaments.GamePlayer", on_delete=models.PROTECT, related_name="+")
    taken_at = models.DateTimeField()
    grounds = models.TextField()
    judge = models.ForeignKey(
        "sanctioning.Appointment", null=True, blank=True, on_delete=models.PROTECT, related_name="judged"
    )
    until = models.DateField()
    decision = models.CharField(max_length=10, choices=Decision, blank=True)
    reasons = models.TextField(blank=True)
    facts = models.JSONField(default=dict, blank=True)
    outcome = models.JSONField(default=dict, blank=True)
    not_disruptive = models.BooleanField(default=False)
    decided_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    appealable_until = models.DateField(null=True, blank=True)
    penalty = models.TextField(blank=True, help_text="Of an appeal without merit.")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = AppealStepQuerySet.as_manager()

    class Meta:
        ordering = ["appeal", "place"]
        constraints = [
            models.UniqueConstraint(fields=["appeal", "place"], name="appeal_step_once"),
            models.UniqueConstraint(
                fields=["appeal"],
                condition=Q(decision="", withdrawn_at__isnull=True),
                name="one_step_of_an_appeal_waits",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | Q(decision=""), name="withdrawn_step_is_not_decided"
            ),
            models.CheckConstraint(condition=~Q(grounds=""), name="appeal_has_grounds"),
            models.CheckConstraint(
                condition=Q(decision="", decided_at__isnull=True, decided_by__isnull=True, reasons="")
                | (~Q(decision="") & Q(decided_at__isnull=False, decided_by__isnull=False) & ~Q(reasons="")),
                name="decision_has_reasons",
            ),
            models.CheckConstraint(
                condition=Q(penalty="") | Q(office="College", decision="upheld"),
                name="only_the_college_finds_no_merit",
            ),
            models.CheckConstraint(
                condition=Q(not_disruptive=False) | Q(office__in=("Managing", "College")),
                name="who_finds_an_act_not_disruptive",
            ),
        ]
        indexes = [models.Index(fields=["until"], condition=Q(decision=""), name="appeal_step_waiting")]

    def __str__(self) -> str:
        return f"{self.appeal}, step {self.place}"

    @property
    def waits(self) -> bool:
        return not self.decision and self.withdrawn_at is None


@append_only
class Waiver(models.Model):
    """A player gives up the next step, which was theirs to take."""

    step = models.ForeignKey(AppealStep, on_delete=models.PROTECT, related_name="waivers")
    player = models.ForeignKey("tournaments.GamePlayer", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["step", "id"]
        constraints = [models.UniqueConstraint(fields=["step", "player"], name="step_waived_once")]

    def __str__(self) -> str:
        return f"{self.player} takes no step after {self.step}"


@guarded("DELETE", KEPT_FOR_GOOD)
class Assignment(models.Model):
    """Who was to judge a step, and why no longer."""

    step = models.ForeignKey(AppealStep, on_delete=models.PROTECT, related_name="assignments")
    judge = models.ForeignKey("sanctioning.Appointment", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_for = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["step", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["step"], condition=Q(ended_at__isnull=True), name="one_judge_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_for="")
                | (Q(ended_at__isnull=False) & ~Q(ended_for="")),
                name="assignment_ended_for_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.judge} for {self.step}"


@append_only
class Statement(models.Model):
    """What a side or a witness wrote to an appeal, with what was attached."""

    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="statements")
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    attachment = models.FileField(upload_to="appeals/", blank=True)
    attachment_sha256 = models.CharField(max_length=64, blank=True)
    attachment_name = models.CharField(max_length=120, blank=True, help_text="As it was sent.")
    at = models.DateTimeField()

    class Meta:
        ordering = ["appeal", "id"]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="statement_says_something")]

    def __str__(self) -> str:
        return f"{self.by} on {self.appeal}"


@guarded("DELETE", KEPT_FOR_GOOD)
@guarded("UPDATE", "a vote of the College is final", condition="OLD.closed_at IS NOT NULL")
class CollegeMotion(models.Model):
    """What the College votes on: a decision of a step, or that the appeal was without merit."""

    class Kind(models.TextChoices):
        DECIDE = "decide", _lazy("how to decide")
        WITHOUT_MERIT = "without-merit", _lazy("without merit")

    step = models.ForeignKey(AppealStep, on_delete=models.PROTECT, related_name="motions")
    kind = models.CharField(max_length=13, choices=Kind)
    decision = models.CharField(max_length=10, choices=Decision, blank=True)
    reasons = models.TextField()
    facts = models.JSONField(default=dict, blank=True)
    not_disruptive = models.BooleanField(default=False)
    penalty = models.TextField(blank=True)
    moved_by = models.ForeignKey("sanctioning.Appointment", on_delete=models.PROTECT, related_name="+")
    moved_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    sitting = models.PositiveSmallIntegerField(null=True, blank=True)
    needed = models.PositiveSmallIntegerField(null=True, blank=True)
    ayes = models.PositiveSmallIntegerField(null=True, blank=True)
    carried = models.BooleanField(null=True, blank=True)
    said = models.TextField(blank=True, help_text="The arithmetic.")

    class Meta:
        ordering = ["step", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["step"], condition=Q(closed_at__isnull=True), name="one_motion_before_the_college"
            ),
            models.CheckConstraint(condition=~Q(reasons=""), name="college_motion_has_reasons"),
            models.CheckConstraint(
                condition=(Q(kind="decide", penalty="") & ~Q(decision=""))
                | (Q(kind="without-merit", decision="") & ~Q(penalty="")),
                name="college_motion_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, carried__isnull=True)
                | Q(closed_at__isnull=False, carried__isnull=False),
                name="college_motion_closed_wholly",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.step}"


@append_only
class CollegeBallot(models.Model):
    """The vote of one member of the college on a motion."""

    class Answer(models.TextChoices):
        AYE = "aye", _lazy("aye")
        NO = "no", _lazy("no")
        ABSTAIN = "abstain", _lazy("abstains")

    motion = models.ForeignKey(CollegeMotion, on_delete=models.PROTECT, related_name="ballots")
    member = models.ForeignKey("sanctioning.Appointment", on_delete=models.PROTECT, related_name="+")
    answer = models.CharField(max_length=7, choices=Answer)
    at = models.DateTimeField()

    class Meta:
        ordering = ["motion", "id"]
        constraints = [models.UniqueConstraint(fields=["motion", "member"], name="college_member_votes_once")]

    def __str__(self) -> str:
        return f"{self.member}: {self.answer}"
