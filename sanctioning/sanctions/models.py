"""The sanction of an event or of one game, and its ways from application to grant.

Invariants: a sanction has its number, its Articles and its rule set exactly when it was granted, and
keeps them (`sanctioning.kit.guards.guards`), also when it is cancelled; one that has a fee is granted only
when its invoice is settled; states change only as `STEPS` says.
Rule section: IV (points depend on the level and the type; individual sanctions in appropriate
circumstances, upon payment of the fee).
Terms: individual (for one game outside a club's usual events, on application with its grounds), turn
(whose act an application waits for, and until when).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeVar

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import differs, guarded
from sanctioning.kit.money import MoneyField
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.law.models.levels import EventType, Level

GRANTED_UNDER = differs("number", "level_id", "type_id", "articles_id", "rule_set_id", "applied_under_id")
# A sanction with a fee becomes granted while its invoice is open, or before there is one.
UNPAID = (
    "NEW.state = 'granted' AND OLD.state <> 'granted' AND NEW.fee > 0 AND COALESCE("
    "(SELECT SUM(entry.amount) FROM sanctioning_feeentry entry JOIN sanctioning_invoice invoice "
    "ON invoice.id = entry.invoice_id WHERE invoice.sanction_id = NEW.id), 1) > 0"
)


@guarded(
    "UPDATE",
    "a granted sanction keeps its number, level, type, Articles and rule set",
    condition=f"OLD.number IS NOT NULL AND ({GRANTED_UNDER})",
)
@guarded("UPDATE", "a sanction is granted when its fee is paid", condition=UNPAID, about="unpaid")
class Sanction(models.Model):
    """The permission for an event, or for a club's games: applied for, granted, refused or withdrawn."""

    class State(models.TextChoices):
        DRAFT = "draft", _lazy("draft")
        SUBMITTED = "submitted", _lazy("submitted")
        RETURNED = "returned", _lazy("returned with a question")
        APPROVED = "approved", _lazy("approved subject to its fee")
        GRANTED = "granted", _lazy("granted")
        REFUSED = "refused", _lazy("refused")
        WITHDRAWN = "withdrawn", _lazy("withdrawn")
        CANCELLED = "cancelled", _lazy("cancelled")
        EXPIRED = "expired", _lazy("expired")

    class Kind(models.TextChoices):
        EVENT = "event", _lazy("event")
        INDIVIDUAL = "individual", _lazy("individual game")

    kind = models.CharField(max_length=10, choices=Kind, default=Kind.EVENT)
    grounds = models.TextField(blank=True, help_text="Why one game outside the usual events is to count.")
    number = models.PositiveIntegerField(unique=True, null=True, blank=True)
    club = models.ForeignKey("sanctioning.Club", on_delete=models.PROTECT, related_name="sanctions")
    level = models.ForeignKey(Level, on_delete=models.PROTECT, related_name="sanctions")
    type = models.ForeignKey(EventType, on_delete=models.PROTECT, related_name="sanctions")
    format = models.SlugField(max_length=40)
    purpose = models.CharField(max_length=200)
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    applied_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    applied_at = models.DateTimeField()
    decided_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    granted_at = models.DateTimeField(null=True, blank=True)
    turn_until = models.DateField(null=True, blank=True, help_text="Last day for the next act.")
    reason = models.TextField(blank=True)
    fee_schedule = models.ForeignKey(
        "sanctioning.FeeSchedule", null=True, blank=True, on_delete=models.PROTECT, related_name="sanctions"
    )
    fee = MoneyField(null=True, blank=True, help_text="By the schedule of the day of application.")
    applied_under = models.ForeignKey(
        "sanctioning.Articles",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="applications",
        help_text="Those of the day it was sent in, of its draft until then; they set its time limits.",
    )
    articles = models.ForeignKey(
        "sanctioning.Articles", null=True, blank=True, on_delete=models.PROTECT, related_name="sanctions"
    )
    rule_set = models.ForeignKey(
        "sanctioning.RuleSet", null=True, blank=True, on_delete=models.PROTECT, related_name="sanctions"
    )

    class Meta:
        ordering = ["-applied_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    state__in=["granted", "cancelled"],
                    number__isnull=False,
                    articles__isnull=False,
                    rule_set__isnull=False,
                    decided_at__isnull=False,
                    granted_at__isnull=False,
                )
                | (
                    ~Q(state__in=["granted", "cancelled"])
                    & Q(number__isnull=True, articles__isnull=True, rule_set__isnull=True)
                    & Q(granted_at__isnull=True)
                ),
                name="sanction_granted_has_number_and_law",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["refused", "cancelled"]) | ~Q(reason=""),
                name="sanction_refused_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "submitted", "returned", "approved", "granted"])
                | Q(state__in=["refused", "withdrawn", "cancelled", "expired"], turn_until__isnull=True),
                name="sanction_state_known_and_over_has_no_turn",
            ),
            models.CheckConstraint(
                condition=Q(fee__isnull=True) | Q(fee__gte=0), name="sanction_fee_not_below_nothing"
            ),
            models.CheckConstraint(
                condition=~Q(state="approved") | Q(fee__gt=0), name="sanction_approved_has_a_fee"
            ),
            models.CheckConstraint(
                condition=Q(kind="event") | (Q(kind="individual") & ~Q(grounds="")),
                name="sanction_individual_has_grounds",
            ),
            models.CheckConstraint(
                condition=~Q(kind="individual", state__in=["granted", "cancelled"]) | Q(fee__gt=0),
                name="sanction_individual_has_a_fee",
            ),
        ]

    def __str__(self) -> str:
        return f"Sanction {self.number}" if self.number else f"Application for {self.purpose}"

    @property
    def label(self) -> str:
        return f"S-{self.number:05d}" if self.number else ""


class SanctionQuestion(models.Model):
    """What the authority asked before it decides, and what the club answered."""

    sanction = models.ForeignKey(Sanction, on_delete=models.PROTECT, related_name="questions")
    question = models.TextField()
    asked_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    answer = models.TextField(blank=True)
    answered_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(question=""), name="question_asks_something"),
            models.CheckConstraint(
                condition=Q(answer="", answered_by__isnull=True, answered_at__isnull=True)
                | (~Q(answer="") & Q(answered_by__isnull=False, answered_at__isnull=False)),
                name="answer_has_a_person_and_a_moment",
            ),
            models.UniqueConstraint(
                fields=["sanction"], condition=Q(answered_at__isnull=True), name="one_open_question"
            ),
        ]

    def __str__(self) -> str:
        return f"Question on {self.sanction}"


S = TypeVar("S", bound=models.TextChoices)
Party = Literal["club", "authority", "payment", "clock"]


@dataclass(frozen=True, slots=True)
class Transition(Generic[S]):
    """One way from state to state, and who may take it."""

    action: str
    sources: tuple[str, ...]
    target: S
    by: tuple[Party, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose act a state waits for, and whether it lapses when its days are over.

    `days` names the provision of the Articles that sets how many they are.
    """

    whose: Party
    waits_for: str
    days: str
    lapses: bool


_S = Sanction.State
STEPS: Final[dict[str, Transition[Sanction.State]]] = {
    step.action: step
    for step in (
        Transition("submit sanction", (_S.DRAFT,), _S.SUBMITTED, ("club",)),
        Transition("return sanction", (_S.SUBMITTED,), _S.RETURNED, ("authority",)),
        Transition("answer sanction", (_S.RETURNED,), _S.SUBMITTED, ("club",)),
        Transition("approve sanction", (_S.SUBMITTED,), _S.APPROVED, ("authority",)),
        Transition("grant sanction", (_S.SUBMITTED,), _S.GRANTED, ("authority",)),
        Transition("grant on payment", (_S.APPROVED,), _S.GRANTED, ("payment",)),
        Transition("refuse sanction", (_S.SUBMITTED,), _S.REFUSED, ("authority",)),
        Transition(
            "withdraw sanction", (_S.DRAFT, _S.SUBMITTED, _S.RETURNED, _S.APPROVED), _S.WITHDRAWN, ("club",)
        ),
        Transition("cancel sanction", (_S.GRANTED,), _S.CANCELLED, ("club", "authority")),
        Transition("expire sanction", (_S.DRAFT, _S.RETURNED, _S.APPROVED), _S.EXPIRED, ("clock",)),
    )
}
TURNS: Final[dict[str, Turn]] = {
    _S.DRAFT: Turn("club", _lazy("the application to be sent in"), "days_to_submit", True),
    _S.SUBMITTED: Turn("authority", _lazy("the decision of the Managing Executor"), "days_to_decide", False),
    _S.RETURNED: Turn("club", _lazy("the answer of the club"), "days_to_answer", True),
    _S.APPROVED: Turn("club", _lazy("the fee"), "days_to_pay", True),
}
