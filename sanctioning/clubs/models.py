"""Clubs, which hold events.

Invariants: a club has a number in sequence and a name of its own; it was approved exactly when it has the
moment of it; a refused or closed one says why; states change only as `CLUB_STEPS` says.
Rule section: IV (the authority and its system).
Terms: officers to be (they apply, and hold their office from the day of the approval), turn (whose act an
application waits for, and until when).
"""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q

from sanctioning.identity.found_by import FoundBy, WordsIndex
from sanctioning.kit.clock import authority_zone_name
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.sanctions.models import Transition, Turn


class Club(models.Model):
    """A club: applied for, approved or refused, and closed."""

    class State(models.TextChoices):
        APPLIED = "applied", _lazy("applied")
        RETURNED = "returned", _lazy("returned with a question")
        APPROVED = "approved", _lazy("approved")
        REFUSED = "refused", _lazy("refused")
        WITHDRAWN = "withdrawn", _lazy("withdrawn")
        CLOSED = "closed", _lazy("closed")

    number = models.PositiveIntegerField(unique=True)
    name = models.CharField(max_length=120, unique=True)
    slug = models.SlugField(max_length=60, unique=True)
    place = models.CharField(max_length=120, blank=True)
    time_zone = models.CharField(max_length=60, default=authority_zone_name)
    state = models.CharField(max_length=10, choices=State, default=State.APPLIED)
    registered_at = models.DateTimeField()
    registered_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    officers_to_be = models.ManyToManyField("sanctioning.Person", blank=True, related_name="+")
    approved_at = models.DateTimeField(null=True, blank=True)
    turn_until = models.DateField(null=True, blank=True, help_text="Last day for the next act.")
    reason = models.TextField(blank=True, help_text="Why it was refused or closed.")
    found_by = FoundBy(of=("name", "place"))

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["approved", "closed"], approved_at__isnull=False)
                | Q(state__in=["applied", "returned", "refused", "withdrawn"], approved_at__isnull=True),
                name="club_approved_has_a_moment",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["refused", "closed"]) | ~Q(reason=""),
                name="club_refused_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["applied", "returned"]) | Q(turn_until__isnull=True),
                name="club_decided_has_no_turn",
            ),
        ]
        indexes = [WordsIndex(fields=["found_by"], name="club_by_words")]

    def __str__(self) -> str:
        return self.name


class ClubQuestion(models.Model):
    """What the Managing Executor asked before deciding on a club, and what was answered."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="questions")
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
            models.CheckConstraint(condition=~Q(question=""), name="club_question_asks_something"),
            models.CheckConstraint(
                condition=Q(answer="", answered_by__isnull=True, answered_at__isnull=True)
                | (~Q(answer="") & Q(answered_by__isnull=False, answered_at__isnull=False)),
                name="club_answer_has_a_person_and_a_moment",
            ),
            models.UniqueConstraint(
                fields=["club"], condition=Q(answered_at__isnull=True), name="one_open_club_question"
            ),
        ]

    def __str__(self) -> str:
        return f"Question on {self.club}"


_S = Club.State
CLUB_STEPS: Final[dict[str, Transition[Club.State]]] = {
    step.action: step
    for step in (
        Transition("ask club", (_S.APPLIED,), _S.RETURNED, ("authority",)),
        Transition("answer for club", (_S.RETURNED,), _S.APPLIED, ("club",)),
        Transition("approve club", (_S.APPLIED,), _S.APPROVED, ("authority",)),
        Transition("refuse club", (_S.APPLIED, _S.RETURNED), _S.REFUSED, ("authority",)),
        Transition("withdraw club", (_S.APPLIED, _S.RETURNED), _S.WITHDRAWN, ("club",)),
        Transition("apply again for club", (_S.REFUSED, _S.WITHDRAWN), _S.APPLIED, ("club",)),
        Transition("close club", (_S.APPROVED,), _S.CLOSED, ("club", "authority")),
        Transition("open club again", (_S.CLOSED,), _S.APPROVED, ("authority",)),
    )
}
CLUB_TURNS: Final[dict[str, Turn]] = {
    _S.APPLIED: Turn("authority", _lazy("the decision of the Managing Executor"), "days_to_decide", False),
    _S.RETURNED: Turn("club", _lazy("an answer from the people who registered it"), "days_to_answer", False),
}
