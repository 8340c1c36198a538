"""The scorekeeper's sheet while a game is played: stanza by stanza, each in versions.

Purpose: what was reported of each stanza is kept as it came, what the rules make of the game so far stands
beside it, and a split keeps all that its groups were filled by.
Invariants: a stanza version is never changed or deleted (guarded); a later one of the same stanza has a
reason; one sent twice (same idempotency key) is one; a game has one split that was not undone; a finding
settled while the game is played holds as long as its stanza stands in that version.
Rule section: I (stanza, scoring), II (splitting a game); design, "What always holds" 7.
Terms: link (that through which a stanza came, whose reporter is then the table's scorekeeper), sheet (the
check of the game so far, with `start` for a group), lineups (who played each stanza), carried (who left the
parent before the split and goes along with group A), open (players still tied for a place).
"""

from __future__ import annotations

import hashlib
import json

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import append_only, differs, guarded
from sanctioning.kit.sentence_fields import FindingsField
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.format import StanzaSpot
from tournaments.formats.kept_check import no_stanzas

DECIDED = "a split stays as it was decided and drawn; undo it and decide another"


@append_only
class StanzaVersion(models.Model):
    """A stanza as it was entered at the table, a version each time."""

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="stanza_versions")
    number = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    body = models.JSONField()
    sha256 = models.CharField(max_length=64)
    outcome = models.JSONField()
    findings = FindingsField()
    idempotency_key = models.CharField(max_length=80)
    reporter = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    link = models.ForeignKey(
        "tournaments.TableLink", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reason = models.TextField(blank=True)
    rule_set = models.ForeignKey("sanctioning.RuleSet", on_delete=models.PROTECT, related_name="+")
    received_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number", "version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number", "version"], name="stanza_version_once"),
            models.UniqueConstraint(fields=["game", "idempotency_key"], name="stanza_sent_once"),
            models.CheckConstraint(condition=~Q(idempotency_key=""), name="stanza_version_has_a_key"),
            models.CheckConstraint(
                condition=Q(number__gte=1, version__gte=1) & (Q(version=1) | ~Q(reason="")),
                name="stanza_corrected_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}, stanza {self.number}, version {self.version}"


class Sheet(models.Model):
    """The sheet of a game while it is played: how it began, and what the engine says of it."""

    game = models.OneToOneField("tournaments.Game", on_delete=models.PROTECT, related_name="sheet")
    start = models.JSONField(null=True, blank=True)
    check_document = FindingsField(default=no_stanzas)
    lineups = models.JSONField(default=list)
    rule_set = models.ForeignKey("sanctioning.RuleSet", on_delete=models.PROTECT, related_name="+")
    checked_at = models.DateTimeField()

    class Meta:
        ordering = ["game"]

    def __str__(self) -> str:
        return f"Sheet of {self.game}"

    def score_after(self, player: str, stanza: int) -> int:
        """A player's score when he left after a stanza (0: what he began with), as since adjusted."""
        score = (self.start or {"scores": {}})["scores"].get(player)
        for number, played in enumerate(self.check_document["stanzas"], start=1):
            if number > stanza and player in self.lineups[number - 1]:
                break
            score = played["scores"].get(player, score)
        return int(score)

    def scores_after(self, stanza: int) -> dict[str, int]:
        """The scores of those who played a stanza, after it."""
        scores = self.check_document["stanzas"][stanza - 1]["scores"]
        return {player: scores[player] for player in self.lineups[stanza - 1]}


@append_only
class Settlement(models.Model):
    """What the Acting Executor settled of the running check; `stanza` is the version looked at."""

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="settlements")
    stanza = models.ForeignKey(
        StanzaVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="settlements"
    )
    mark = models.CharField(max_length=16)
    finding = FindingsField()
    reason = models.TextField()
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["stanza", "mark"], name="settled_once_a_version"),
            models.UniqueConstraint(
                fields=["game", "mark"], condition=Q(stanza__isnull=True), name="settled_once_a_game"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="settlement_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.finding['code']} in {self.game}, settled"


def mark_of(code: str, spot: StanzaSpot, message: str) -> str:
    """By what a finding is known again in a later check: code, place, whom it names and what it says."""
    parts = [code, spot.stanza, spot.trick, spot.player, message]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()[:16]


@guarded(
    "UPDATE",
    DECIDED,
    condition=differs(
        *("game_id", "after_stanza", "group_count", "scores", "waiting", "returning", "average"),
        *("decided_by_id", "decided_at"),
    ),
)
@guarded(
    "UPDATE",
    DECIDED,
    condition=f"OLD.state <> 'drawing' AND ({differs('draws', 'ranking', 'groups', 'open')}"
    f" OR NEW.state = 'drawing' OR OLD.carried <> '[]' AND ({differs('carried')}))",
    about="made",
)
@guarded("UPDATE", DECIDED, condition="OLD.state = 'undone'", about="undone")
@guarded("DELETE", DECIDED)
@guarded("TRUNCATE", DECIDED)
class Split(models.Model):
    """A game split into groups after a stanza, or to be split."""

    class State(models.TextChoices):
        DRAWING = "drawing", _lazy("draws to come")
        MADE = "made", _lazy("made")
        UNDONE = "undone", _lazy("undone")

    game = models.ForeignKey("tournaments.Game", on_delete=models.PROTECT, related_name="splits")
    after_stanza = models.PositiveSmallIntegerField()
    group_count = models.PositiveSmallIntegerField()
    scores = models.JSONField()
    waiting = models.JSONField()
    returning = models.JSONField()
    carried = models.JSONField(default=list)
    average = models.IntegerField()
    draws = models.JSONField(default=list)
    ranking = models.JSONField(default=list)
    groups = models.JSONField(default=list)
    open = models.JSONField(default=list)
    state = models.CharField(max_length=8, choices=State)
    decided_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField()
    undone_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["game", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=~Q(state="undone"), name="one_split_a_game_that_stands"
            ),
            models.CheckConstraint(
                condition=~Q(state="undone")
                | (Q(undone_by__isnull=False, undone_at__isnull=False) & ~Q(reason="")),
                name="split_undone_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"Split of {self.game}"
