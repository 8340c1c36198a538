"""Reports of games: what was reported, what the engine found in it, who confirmed it.

Invariants: a report is a new version, never written over; one version of a game is current; a report
sent twice (same idempotency key) is one; a finding is settled with a reason by somebody at a moment or
not at all; the confirmer is not the reporter (a check constraint, and a guard that the row names the
reporter of its report); a version made with amendments names the one that was sent.
Terms: check (the engine's whole answer, `whoopie-check/1`), stanza report (one stanza of a version), amends
(the report as it was sent, of which this version holds what stands by rulings, votes and decisions), from
sheet (written from the stanzas that were reported one by one).
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from sanctioning.kit.guards.guards import differs, guarded
from sanctioning.kit.sentence_fields import FindingsField, SentenceField
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.format import StanzaSpot

NEVER_WRITTEN_OVER = "a report is never written over; send a new version"


@guarded("DELETE", NEVER_WRITTEN_OVER)
@guarded(
    "UPDATE",
    NEVER_WRITTEN_OVER,
    condition=differs("game_id", "version", "record", "sha256", "reporter_id"),
)
class Report(models.Model):
    """The record of a game as it was reported, a version each time, with what the engine found."""

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="reports")
    version = models.PositiveSmallIntegerField()
    current = models.BooleanField(default=True)
    record = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    idempotency_key = models.CharField(max_length=80)
    reporter = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="reports")
    rule_set = models.ForeignKey("sanctioning.RuleSet", on_delete=models.PROTECT, related_name="reports")
    received_at = models.DateTimeField()
    check_document = FindingsField()
    amends = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="amended_versions"
    )
    from_sheet = models.BooleanField(default=False)

    class Meta:
        ordering = ["game", "version"]
        constraints = [
            models.CheckConstraint(
                condition=Q(amends__isnull=True) | Q(from_sheet=False), name="sheet_is_amended_itself"
            ),
            models.UniqueConstraint(fields=["game", "version"], name="report_version_once"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(current=True), name="one_current_report_a_game"
            ),
            models.UniqueConstraint(fields=["game", "idempotency_key"], name="report_sent_once"),
            models.CheckConstraint(condition=~Q(idempotency_key=""), name="report_has_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.game}, report {self.version}"

    @property
    def as_it_stands(self) -> Report:
        """The version made of this one that is current, or itself."""
        return self.amended_versions.filter(current=True).first() or self


class StanzaReport(models.Model):
    """One stanza of a reported game."""

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="stanzas")
    number = models.PositiveSmallIntegerField()
    body = models.JSONField()
    outcome = models.JSONField()

    class Meta:
        ordering = ["report", "number"]
        constraints = [models.UniqueConstraint(fields=["report", "number"], name="stanza_once_a_report")]

    def __str__(self) -> str:
        return f"{self.report}, stanza {self.number}"

    @property
    def deltas(self) -> dict[str, int]:
        return dict(self.outcome["delta"])

    @property
    def scores(self) -> dict[str, int]:
        return dict(self.outcome["scores"])


class ReportFinding(models.Model):
    """One finding of the engine about a report, and the reason with which it was settled."""

    class Severity(models.TextChoices):
        ERROR = "error", _lazy("error")
        WARNING = "warning", _lazy("warning")

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="findings")
    code = models.CharField(max_length=40)
    severity = models.CharField(max_length=8, choices=Severity)
    stanza = models.PositiveSmallIntegerField(null=True, blank=True)
    trick = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.CharField(max_length=64, blank=True)
    rule = models.CharField(max_length=80)
    message = SentenceField()
    settled_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["report", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(settled_by__isnull=True, settled_at__isnull=True, reason="")
                | (Q(settled_by__isnull=False, settled_at__isnull=False) & ~Q(reason="")),
                name="finding_settled_wholly",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    @property
    def spot(self) -> StanzaSpot:
        return StanzaSpot(stanza=self.stanza, trick=self.trick, player=self.player)

    @property
    def blocks(self) -> bool:
        """An error that nobody has settled."""
        return self.severity == self.Severity.ERROR and self.settled_at is None


@guarded("UPDATE", "a confirmation is never changed")
@guarded(
    "INSERT",
    "a confirmation names the reporter of its report",
    condition="NEW.reporter_id <> (SELECT reporter_id FROM tournaments_report WHERE id = NEW.report_id)",
)
class Confirmation(models.Model):
    """A report confirmed by a second person."""

    report = models.OneToOneField(Report, on_delete=models.PROTECT, related_name="confirmation")
    reporter = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    confirmer = models.ForeignKey(
        "sanctioning.Person", on_delete=models.PROTECT, related_name="confirmations"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["at"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(confirmer=F("reporter")), name="confirmer_is_not_the_reporter"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.report} confirmed"
