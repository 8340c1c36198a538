"""Letters of Particulars and Complaint, and disciplinary cases.

Purpose: what the players of a table lay before the authority, kept for good, and what came of it.
Invariants: a Letter goes only with a carried unanimous bar, is signed by those who voted, and once filed is
neither changed nor deleted (guarded); its particulars never change, its complaint not once somebody signed
it, and its number comes with the filing. A case comes of a Letter or of an act found not disruptive, its
docket only grows, and its decision has reasons and is never changed.
Rule section: III, "Penalties" and "Chaotic Action"; W-106, W-113, W-114, readings 51 and 59.
Terms: particulars (the facts drafted from the vote), filed without (why somebody who voted did not sign), let
lie (no case is opened from a filed Letter, as things are), docket (what happened in a case, entry by entry),
against (the accused), moves (the hearing in whose place another stands, or that is called off).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from sanctioning.kit.guards.guards import append_only, differs, guarded
from sanctioning.kit.wording.localised import lazily as _lazy

if TYPE_CHECKING:
    from tournaments.games.models import Game

FILED = "a Letter that was filed is kept for good as it is"


@guarded("DELETE", FILED, condition="OLD.filed_at IS NOT NULL")
@guarded("TRUNCATE", FILED)
@guarded(
    "UPDATE",
    FILED,
    condition=f"OLD.filed_at IS NOT NULL AND ({differs('number', 'complaint', 'filed_at', 'filed_without')})",
)
@guarded(
    "UPDATE",
    "why a Letter was let lie is said once",
    condition=f"OLD.let_lie_at IS NOT NULL AND ({differs('let_lie_by_id', 'let_lie_at', 'let_lie_because')})",
    about="lies",
)
@guarded(
    "UPDATE",
    "the particulars are those of the vote",
    condition=differs("vote_id", "against_id", "particulars", "drafted_by_id", "drafted_at"),
    about="drafted",
)
@guarded(
    "UPDATE",
    "what somebody signed is not written anew",
    condition="EXISTS (SELECT 1 FROM tournaments_lettersignature AS signature "
    f"WHERE signature.letter_id = OLD.id) AND ({differs('complaint')})",
    about="signed",
)
@guarded(
    "UPDATE",
    "a paper that was sealed stays",
    condition=f"OLD.document <> '' AND ({differs('document', 'document_sha256')})",
    about="sealed",
)
class Letter(models.Model):
    """A Letter of Particulars or of Complaint, drafted and filed."""

    number = models.PositiveIntegerField(unique=True, null=True, blank=True)
    vote = models.ForeignKey("tournaments.Vote", on_delete=models.PROTECT, related_name="letters")
    against = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="letters")
    particulars = models.JSONField()
    complaint = models.TextField()
    drafted_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    drafted_at = models.DateTimeField()
    filed_at = models.DateTimeField(null=True, blank=True)
    filed_without = models.TextField(blank=True, help_text="Why somebody who voted did not sign.")
    let_lie_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    let_lie_at = models.DateTimeField(null=True, blank=True)
    let_lie_because = models.TextField(blank=True, help_text="Why no case is opened from it.")
    document = models.FileField(upload_to="letters/", blank=True)
    document_sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["vote", "against"], name="one_letter_an_offender"),
            models.CheckConstraint(condition=~Q(complaint=""), name="letter_complains_of_something"),
            models.CheckConstraint(
                condition=Q(number__isnull=True, filed_at__isnull=True, filed_without="", document="")
                | Q(number__isnull=False, filed_at__isnull=False),
                name="letter_numbered_when_filed",
            ),
            models.CheckConstraint(
                condition=Q(let_lie_by__isnull=True, let_lie_at__isnull=True, let_lie_because="")
                | (
                    Q(filed_at__isnull=False, let_lie_by__isnull=False, let_lie_at__isnull=False)
                    & ~Q(let_lie_because="")
                ),
                name="letter_let_lie_by_somebody_for_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"Letter LPC-{self.number:04d}" if self.number else "Draft of a Letter"

    @property
    def label(self) -> str:
        """In the language of the reader; what is kept, such as the trail, has it in English."""
        if not self.number:
            return _("Draft of a Letter")
        return _("Letter %(number)s") % {"number": f"LPC-{self.number:04d}"}


@append_only
@guarded(
    "INSERT",
    "a Letter that was filed takes no more signatures",
    condition="(SELECT filed_at FROM tournaments_letter WHERE id = NEW.letter_id) IS NOT NULL",
)
class LetterSignature(models.Model):
    """A player's signature under a letter."""

    letter = models.ForeignKey(Letter, on_delete=models.PROTECT, related_name="signatures")
    player = models.ForeignKey("tournaments.GamePlayer", on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["letter", "id"]
        constraints = [models.UniqueConstraint(fields=["letter", "player"], name="letter_signed_once")]

    def __str__(self) -> str:
        return f"{self.player} on {self.letter}"


@guarded("DELETE", "what was decided in a case is kept for good")
@guarded("TRUNCATE", "cases are kept for good")
@guarded("UPDATE", "a case that was decided is closed", condition="OLD.outcome <> ''")
@guarded(
    "UPDATE",
    "a case stays as it was opened",
    condition=differs("number", "against_id", "letter_id", "step_id", "charge", "opened_by_id", "opened_at"),
    about="opened",
)
class Case(models.Model):
    """A disciplinary case: its charge, its course and its outcome."""

    class Outcome(models.TextChoices):
        DISMISSED = "dismissed", _lazy("dismissed")
        REPRIMAND = "reprimand", _lazy("reprimand")
        BAR = "bar", _lazy("bar")

    number = models.PositiveIntegerField(unique=True)
    against = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="cases")
    letter = models.OneToOneField(
        Letter, null=True, blank=True, on_delete=models.PROTECT, related_name="case"
    )
    step = models.ForeignKey(
        "tournaments.AppealStep", null=True, blank=True, on_delete=models.PROTECT, related_name="cases"
    )
    charge = models.TextField()
    opened_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    judge = models.ForeignKey(
        "sanctioning.Appointment",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="cases",
        help_text="Empty while the one who withdrew has no successor.",
    )
    answer_until = models.DateField()
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    reasons = models.TextField(blank=True)
    bar = models.OneToOneField(
        "sanctioning.Bar", null=True, blank=True, on_delete=models.PROTECT, related_name="case"
    )
    decided_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["step", "against"], condition=Q(step__isnull=False), name="one_case_a_prosecutor"
            ),
            models.CheckConstraint(
                condition=Q(letter__isnull=False, step__isnull=True)
                | Q(letter__isnull=True, step__isnull=False),
                name="case_of_a_letter_or_a_decision",
            ),
            models.CheckConstraint(condition=~Q(charge=""), name="case_charges_something"),
            models.CheckConstraint(
                condition=Q(outcome="", decided_at__isnull=True, decided_by__isnull=True, reasons="")
                | (~Q(outcome="") & Q(decided_at__isnull=False, decided_by__isnull=False) & ~Q(reasons="")),
                name="case_decided_with_reasons",
            ),
            models.CheckConstraint(
                condition=Q(outcome="bar", bar__isnull=False) | (~Q(outcome="bar") & Q(bar__isnull=True)),
                name="case_bar_goes_with_its_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"Case D-{self.number:04d}"

    @property
    def label(self) -> str:
        """In the language of the reader."""
        return pgettext("discipline", "Case %(number)s") % {"number": f"D-{self.number:04d}"}

    @property
    def game(self) -> Game:
        """The game of which the case came."""
        if self.letter is not None:
            return self.letter.vote.violation.game
        assert self.step is not None
        assert self.step.appeal.vote is not None
        return self.step.appeal.vote.violation.game


@append_only
class CaseEntry(models.Model):
    """One entry in the record of a case."""

    class Kind(models.TextChoices):
        OPENED = "opened", _lazy("opened")
        HEARING = "hearing", _lazy("hearing")
        CALLED_OFF = "called-off", _lazy("hearing cancelled")
        ANSWER = "answer", _lazy("answer of the accused")
        STATEMENT = "statement", _lazy("statement")
        RECUSED = "recused", _lazy("the judge withdrew")
        ASSIGNED = "assigned", _lazy("given to another judge")
        DECIDED = "decided", _lazy("decided")

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="docket")
    kind = models.CharField(max_length=10, choices=Kind)
    text = models.TextField(blank=True)
    hearing_at = models.DateTimeField(null=True, blank=True)
    moves = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="moved_by"
    )
    place = models.CharField(max_length=160, blank=True)
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["case", "id"]
        verbose_name_plural = "case entries"
        constraints = [
            models.CheckConstraint(
                condition=(Q(kind="hearing") & Q(hearing_at__isnull=False))
                | (~Q(kind="hearing") & Q(hearing_at__isnull=True)),
                name="hearing_has_its_hour",
            ),
            models.CheckConstraint(
                condition=Q(kind="hearing")
                | Q(kind="called-off", moves__isnull=False)
                | (~Q(kind__in=("hearing", "called-off")) & Q(moves__isnull=True)),
                name="only_hearings_are_moved_or_called_off",
            ),
            models.CheckConstraint(
                condition=Q(kind="hearing") | ~Q(text=""), name="case_entry_says_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.case}: {self.get_kind_display()}"
