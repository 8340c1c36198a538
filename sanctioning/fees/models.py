"""Invoices, payments, credit notes, refunds, and the account of each club.

Purpose: what a club owes and why, exact and never lost.
Invariants: invoices and credit notes have numbers in sequence without gaps; the account only grows, each
entry carries the balance after it, and the database refuses one that does not add up or that would take
an invoice below nothing (`sanctioning.kit.guards.guards`).
Terms: entry (what the club owes more is above nothing, what it owes less is below), settled (the entries of
an invoice come to nothing), credit (what stands in the club's favour and belongs to no invoice).
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from sanctioning.kit.guards.guards import append_only, differs, guarded
from sanctioning.kit.money import MoneyField
from sanctioning.kit.wording.localised import lazily as _lazy

PERSON = "sanctioning.Person"

NEVER_CHANGED = "what an invoice asks never changes; issue a credit note"
# The balance is not that of all entries, or an invoice would come below nothing.
DOES_NOT_ADD_UP = (
    "NEW.balance <> NEW.amount + COALESCE("
    "(SELECT SUM(amount) FROM sanctioning_feeentry WHERE club_id = NEW.club_id), 0) "
    "OR NEW.invoice_id IS NOT NULL AND NEW.amount + COALESCE("
    "(SELECT SUM(amount) FROM sanctioning_feeentry WHERE invoice_id = NEW.invoice_id), 0) < 0"
)


@guarded("DELETE", NEVER_CHANGED)
@guarded(
    "UPDATE",
    NEVER_CHANGED,
    condition=differs(
        "number", "club_id", "sanction_id", "text", "amount", "currency", "issued_on", "due_on"
    ),
)
class Invoice(models.Model):
    """What a club owes for one sanction or another charge."""

    number = models.PositiveIntegerField(unique=True)
    club = models.ForeignKey("sanctioning.Club", on_delete=models.PROTECT, related_name="invoices")
    sanction = models.OneToOneField(
        "sanctioning.Sanction", null=True, blank=True, on_delete=models.PROTECT, related_name="invoice"
    )
    text = models.CharField(max_length=300)
    amount = MoneyField()
    currency = models.CharField(max_length=3)
    issued_on = models.DateField()
    due_on = models.DateField()
    issued_by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    document = models.CharField(max_length=200, blank=True)
    document_sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="invoice_asks_something"),
            models.CheckConstraint(condition=Q(due_on__gte=F("issued_on")), name="invoice_due_after_issue"),
        ]

    def __str__(self) -> str:
        return f"Invoice {self.label}"

    @property
    def label(self) -> str:
        return f"INV-{self.number:05d}"


@append_only
class Payment(models.Model):
    """Money that came in, entered by hand or read from the bank's file."""

    class Method(models.TextChoices):
        HAND = "hand", _lazy("by hand")
        BANK = "bank", _lazy("bank")

    club = models.ForeignKey("sanctioning.Club", on_delete=models.PROTECT, related_name="payments")
    invoice = models.ForeignKey(
        Invoice, null=True, blank=True, on_delete=models.PROTECT, related_name="payments"
    )
    amount = MoneyField()
    received_on = models.DateField()
    method = models.CharField(max_length=4, choices=Method)
    reference = models.CharField(max_length=200, blank=True)
    entered_by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="payment_brings_something")]

    def __str__(self) -> str:
        return f"Payment of {self.amount} by {self.club}"


@append_only
class CreditNote(models.Model):
    """What an invoice asked too much; lowers it, or stands to the club's credit where it was paid."""

    number = models.PositiveIntegerField(unique=True)
    invoice = models.ForeignKey(Invoice, on_delete=models.PROTECT, related_name="credit_notes")
    amount = MoneyField()
    reason = models.TextField()
    issued_on = models.DateField()
    issued_by = models.ForeignKey(PERSON, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="credit_note_gives_something"),
            models.CheckConstraint(condition=~Q(reason=""), name="credit_note_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"Credit note {self.label}"

    @property
    def label(self) -> str:
        return f"CN-{self.number:05d}"


@append_only
class Refund(models.Model):
    """Credit that was paid back to the club."""

    club = models.ForeignKey("sanctioning.Club", on_delete=models.PROTECT, related_name="refunds")
    invoice = models.ForeignKey(
        Invoice, null=True, blank=True, on_delete=models.PROTECT, related_name="refunds"
    )
    amount = MoneyField()
    refunded_on = models.DateField()
    reason = models.TextField()
    entered_by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="refund_gives_something"),
            models.CheckConstraint(condition=~Q(reason=""), name="refund_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"Refund of {self.amount} to {self.club}"


@append_only
@guarded("INSERT", "the entries of an account add up", condition=DOES_NOT_ADD_UP)
class FeeEntry(models.Model):
    """One line of a club's account."""

    class Kind(models.TextChoices):
        CHARGE = "charge", _lazy("invoice")
        PAYMENT = "payment", _lazy("payment")
        CREDIT = "credit", _lazy("credit note")
        REFUND = "refund", _lazy("refund")
        TRANSFER = "transfer", _lazy("credit used")

    club = models.ForeignKey("sanctioning.Club", on_delete=models.PROTECT, related_name="fee_entries")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    amount = MoneyField()
    balance = MoneyField(help_text="What the club owes after this entry; below nothing it is in credit.")
    day = models.DateField()
    entered_at = models.DateTimeField()
    invoice = models.ForeignKey(
        Invoice, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    payment = models.ForeignKey(
        Payment, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    credit_note = models.ForeignKey(
        CreditNote, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    refund = models.ForeignKey(
        Refund, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    text = models.CharField(max_length=300)

    class Meta:
        ordering = ["club", "position"]
        verbose_name_plural = "entries of accounts"
        constraints = [
            models.UniqueConstraint(fields=["club", "position"], name="one_entry_a_position"),
            models.CheckConstraint(
                condition=Q(kind="charge", amount__gt=0, invoice__isnull=False)
                | Q(kind="payment", amount__lt=0, payment__isnull=False)
                | Q(kind="credit", amount__lt=0, credit_note__isnull=False)
                | Q(kind="refund", amount__gt=0, refund__isnull=False)
                | (Q(kind="transfer") & ~Q(amount=0)),
                name="fee_entry_goes_with_its_paper",
            ),
        ]
        indexes = [models.Index(fields=["invoice", "amount"], name="fee_entry_of_invoice")]

    def __str__(self) -> str:
        return f"{self.club} {self.position}: {self.amount}"


class BankUpload(models.Model):
    """A file of the bank, as it was uploaded."""

    name = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    uploaded_by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name


class BankLine(models.Model):
    """One receipt of a bank's file; its key is the same however often and in whatever file it comes."""

    upload = models.ForeignKey(BankUpload, on_delete=models.PROTECT, related_name="lines")
    key = models.CharField(max_length=64, unique=True)
    day = models.DateField()
    amount = MoneyField()
    payer = models.CharField(max_length=200, blank=True)
    reference = models.CharField(max_length=300, blank=True)
    why_unmatched = models.CharField(max_length=200, blank=True)
    payment = models.OneToOneField(
        Payment, null=True, blank=True, on_delete=models.PROTECT, related_name="bank_line"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="bank_line_brings_something"),
            models.CheckConstraint(
                condition=Q(payment__isnull=False) | ~Q(why_unmatched=""),
                name="bank_line_matched_or_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.amount} {self.reference}"
