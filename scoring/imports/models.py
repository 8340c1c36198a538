"""Imports: a file with the past, and what becomes of each of its rows.

Purpose: whoever brings years of a spreadsheet sees what each row would do before anything is written.
Invariants: reading and checking change nothing but these two tables; an import is written wholly or not at
all, once; what was written has its document, where points, degrees or offices came with it; a row is never
changed once its import is written, but for the record it made being taken back.
Rule section: IV (the Managing Executor decides what is taken over from the time before).
Terms: outcome (what the check found: new, same, uncertain, wrong), choice (what somebody chose of an
uncertain row), content (a hash of what the row says, by which it is known again in another file),
reference (the number that the person had before this system).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.wording.localised import lazily as _lazy

PERSON = "sanctioning.Person"


class Import(models.Model):
    """A file of the past: read, tried out, brought in, taken back."""

    class State(models.TextChoices):
        READ = "read", _lazy("to be checked")
        CHECKED = "checked", _lazy("checked")
        WRITTEN = "written", _lazy("written")
        UNDONE = "undone", _lazy("taken back")

    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=200, help_text="What the file was called.")
    file = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    settings = models.JSONField(
        help_text="How the file is read: encoding, separator, days, columns, their line."
    )
    event = models.ForeignKey(
        "tournaments.Event",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="imports",
        help_text="Whose entries these are, where whoever runs the event imports them.",
    )
    source = models.CharField(max_length=200, blank=True, help_text="What the figures are cited from.")
    source_day = models.DateField(null=True, blank=True)
    state = models.CharField(max_length=7, choices=State, default=State.READ)
    uploaded_by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField()
    job = models.ForeignKey(
        "sanctioning.Job", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    turn = models.PositiveIntegerField(default=0, help_text="How often it was checked or written.")
    people_seen = models.PositiveBigIntegerField(default=0, help_text="Member numbers given at the check.")
    written_by = models.ForeignKey(PERSON, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    written_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(PERSON, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["read", "checked"], written_at__isnull=True, written_by__isnull=True)
                | Q(state__in=["written", "undone"], written_at__isnull=False, written_by__isnull=False),
                name="import_written_by_somebody",
            ),
            models.CheckConstraint(
                condition=(~Q(state="undone") & Q(undone_at__isnull=True, undone_by__isnull=True))
                | (
                    Q(state="undone", undone_at__isnull=False, undone_by__isnull=False) & ~Q(undone_reason="")
                ),
                name="import_undone_for_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"Import {self.pk}"


class ImportDocument(models.Model):
    """A file that came with an import: the document that it is cited from, or one that a row names."""

    of = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="documents")
    name = models.CharField(max_length=200)
    file = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ["of", "name"]
        verbose_name = "document of an import"
        verbose_name_plural = "documents of imports"
        constraints = [models.UniqueConstraint(fields=["of", "name"], name="import_document_once")]

    def __str__(self) -> str:
        return f"{self.name} of {self.of}"


class ImportRow(models.Model):
    """A row of an imported file, and what was made of it."""

    class Outcome(models.TextChoices):
        NEW = "new", _lazy("new")
        SAME = "same", _lazy("here already")
        UNCERTAIN = "uncertain", _lazy("uncertain")
        WRONG = "wrong", _lazy("wrong")

    of = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField(help_text="The line of the file.")
    cells = models.JSONField()
    values = models.JSONField(default=dict)
    faults = models.JSONField(default=list)
    outcome = models.CharField(max_length=9, choices=Outcome)
    candidates = models.JSONField(default=list)
    choice = models.CharField(max_length=12, blank=True)
    content = models.CharField(max_length=64)
    reference = models.CharField(max_length=40, blank=True)
    person = models.ForeignKey(
        PERSON, null=True, blank=True, on_delete=models.PROTECT, related_name="import_rows"
    )
    club = models.ForeignKey(
        "sanctioning.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="import_rows"
    )
    entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="import_rows"
    )
    team = models.ForeignKey(
        "tournaments.Team", null=True, blank=True, on_delete=models.PROTECT, related_name="import_rows"
    )
    payment = models.ForeignKey(
        "sanctioning.Payment", null=True, blank=True, on_delete=models.PROTECT, related_name="import_rows"
    )
    made = models.BooleanField(default=False, help_text="Whether writing it made something.")

    class Meta:
        ordering = ["of", "number"]
        verbose_name = "row of an import"
        verbose_name_plural = "rows of imports"
        constraints = [models.UniqueConstraint(fields=["of", "number"], name="import_row_once")]
        indexes = [
            models.Index(fields=["of", "outcome", "number"], name="import_row_by_outcome"),
            models.Index(fields=["content"], name="import_row_by_content"),
            models.Index(fields=["reference"], name="import_row_by_reference"),
        ]

    def __str__(self) -> str:
        return f"Row {self.number} of import {self.of_id}"
