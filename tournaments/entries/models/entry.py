"""Entries: who asked to play in an event, and whether he came.

Invariants: a person is entered once an event; exactly those who wait have a number in the queue; only who
is entered is checked in; a fee that is waived says why; one that is refunded names the drawing.
Terms: waiting (the event was full when he entered; the lowest number moves up first), offered (a free place
is kept for who waits, until he answers), late (entered after the last day of entries, for the director's
reason), not come (missing at check-in).
"""

from __future__ import annotations

from decimal import Decimal

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from sanctioning.kit.guards.guards import differs, guarded
from sanctioning.kit.money import NOTHING, MoneyField
from sanctioning.kit.wording.localised import lazily as _lazy


@guarded(
    "UPDATE",
    "a fee that was refunded stays so",
    condition=f"OLD.fee_state = 'refunded' AND ({differs('fee_state', 'refund_id', 'paid_at')})",
    about="refund",
)
class Entry(models.Model):
    """A person's entry in an event, with its fee and its place in the queue."""

    class State(models.TextChoices):
        ENTERED = "entered", _lazy("entered")
        WAITING = "waiting", _lazy("waiting")
        WITHDRAWN = "withdrawn", _lazy("withdrawn")
        ABSENT = "absent", _lazy("not come")

    GONE = (State.WITHDRAWN, State.ABSENT)

    class Fee(models.TextChoices):
        UNPAID = "unpaid", _lazy("unpaid")
        PROMISED = "promised", _lazy("promised")
        PAID = "paid", _lazy("paid")
        WAIVED = "waived", _lazy("waived")
        REFUNDED = "refunded", _lazy("refunded")

    OWING = (Fee.UNPAID, Fee.PROMISED)
    BY_HAND = (*OWING, Fee.PAID, Fee.WAIVED)
    """What the till notes; a refund is drawn."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="entries")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="entries")
    state = models.CharField(max_length=10, choices=State, default=State.ENTERED)
    queue = models.PositiveIntegerField(null=True, blank=True)
    offered_until = models.DateTimeField(
        null=True, blank=True, help_text="Until when a free place is kept for who waits."
    )
    late_for = models.CharField(max_length=300, blank=True, help_text="Why a late entry was taken.")
    requirements_met_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    checked_in_at = models.DateTimeField(null=True, blank=True)
    came_before = models.DateTimeField(
        null=True, blank=True, help_text="When somebody who is gone had come, as they are restored."
    )
    fee = MoneyField(default=NOTHING, help_text="The event's on the day of entry.")
    late_fee = MoneyField(
        default=NOTHING, help_text="What is paid on top by whoever registers after the start."
    )
    fee_state = models.CharField(max_length=8, choices=Fee, default=Fee.UNPAID)
    paid_at = models.DateTimeField(null=True, blank=True)
    fee_waived_for = models.CharField(max_length=300, blank=True)
    refund = models.ForeignKey(
        "tournaments.RefundDraw", null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    entered_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["event", "person"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "person"], name="entered_once_an_event"),
            models.UniqueConstraint(fields=["event", "queue"], name="waits_once_in_the_queue"),
            models.CheckConstraint(
                condition=Q(state="waiting", queue__isnull=False)
                | (~Q(state="waiting") & Q(queue__isnull=True)),
                name="entry_waits_with_a_number",
            ),
            models.CheckConstraint(
                condition=Q(offered_until__isnull=True) | Q(state="waiting"),
                name="entry_offered_a_place_waits",
            ),
            models.CheckConstraint(
                condition=Q(checked_in_at__isnull=True) | Q(state="entered"),
                name="entry_checked_in_is_entered",
            ),
            models.CheckConstraint(
                condition=Q(fee_state="waived") & ~Q(fee_waived_for="")
                | (~Q(fee_state="waived") & Q(fee_waived_for="")),
                name="entry_fee_waived_for_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(fee_state="refunded", refund__isnull=False, paid_at__isnull=False)
                | (~Q(fee_state="refunded") & Q(refund__isnull=True)),
                name="entry_fee_refunded_by_a_drawing",
            ),
            models.CheckConstraint(
                condition=Q(fee__gte=0, late_fee__gte=0), name="entry_fee_not_below_nothing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.event}"

    @property
    def sentence(self) -> str:
        """What has become of it, in a sentence."""
        words = (
            _("%(person)s has not come yet.")
            if self.state == self.State.ABSENT
            else _("%(person)s is %(state)s.")
        )
        return words % {"person": self.person.name, "state": self.get_state_display()}

    @property
    def is_late(self) -> bool:
        return bool(self.late_for)

    @property
    def owed(self) -> Decimal:
        """Entry fee and late fee together."""
        owed: Decimal = self.fee + self.late_fee
        return owed

    @property
    def owes(self) -> bool:
        """Whether there is something to pay, promised or not."""
        return bool(self.owed) and self.fee_state in self.OWING

    @property
    def is_present(self) -> bool:
        return self.checked_in_at is not None
