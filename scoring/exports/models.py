"""Exports that people set up, and what came of each time that one was due.

Terms: run (one time that an export was due), due (what for: a day, a roster, or a moment at which somebody
asked).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from sanctioning.kit.wording.localised import lazily as _lazy


class Export(models.Model):
    """What is exported as which file, how often, and how it reaches its owner."""

    class What(models.TextChoices):
        ROSTER = "roster", _lazy("Roster")
        LEDGER = "ledger", _lazy("Ledger")
        ENTRIES = "entries", _lazy("Entries")

    class File(models.TextChoices):
        CSV = "csv", "CSV"
        JSON = "json", "JSON"
        XLSX = "xlsx", "XLSX"

    class Every(models.TextChoices):
        DAY = "daily", _lazy("every day")
        WEEK = "weekly", _lazy("every Monday")
        MONTH = "monthly", _lazy("on the first of each month")
        ROSTER = "published", _lazy("when a roster is published")

    class Way(models.TextChoices):
        LINK = "link", _lazy("at a download address")
        MAIL = "mail", _lazy("by mail")

    class Stopped(models.TextChoices):
        RIGHT = "right", _lazy("you no longer have the right to see it")
        ACCOUNT = "account", _lazy("the account is closed")
        OVER = "over", _lazy("the event is over")

    owner = models.ForeignKey("sanctioning.Person", on_delete=models.CASCADE, related_name="exports")
    what = models.CharField(max_length=7, choices=What)
    card_game = models.CharField(max_length=20, blank=True, help_text="Of a roster.")
    event = models.ForeignKey(
        "tournaments.Event", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    file = models.CharField(max_length=4, choices=File)
    every = models.CharField(max_length=9, choices=Every)
    way = models.CharField(max_length=4, choices=Way)
    made_at = models.DateTimeField()
    follows_from = models.DateTimeField(help_text="Rosters published before then are not exported.")
    next_on = models.DateField(null=True, blank=True, help_text="Empty where no day makes it due.")
    paused_at = models.DateTimeField(null=True, blank=True)
    stopped = models.CharField(max_length=7, choices=Stopped, blank=True)
    link_turn = models.PositiveIntegerField(default=0)
    link_until = models.DateField(null=True, blank=True, help_text="Empty where the address is withdrawn.")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(what="roster", event=None) & ~Q(card_game="")
                | Q(what="ledger", event=None, card_game="")
                | Q(what="entries", event__isnull=False, card_game=""),
                name="export_of_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(every="published", next_on=None, what="roster")
                | ~Q(every="published") & Q(next_on__isnull=False),
                name="export_is_due_some_day",
            ),
            models.CheckConstraint(
                condition=~Q(file="xlsx") | Q(what="roster"), name="export_xlsx_of_roster"
            ),
        ]
        indexes = [
            models.Index(fields=["next_on"], name="export_due", condition=Q(paused_at=None) & Q(stopped="")),
        ]

    def __str__(self) -> str:
        return f"{self.what} as {self.file}, {self.every}"

    @property
    def is_off(self) -> bool:
        """Whether it makes no files."""
        return self.paused_at is not None or bool(self.stopped)


class ExportRun(models.Model):
    """One time that an export was due. Its file is kept for some days."""

    class State(models.TextChoices):
        MADE = "made", _lazy("made")
        NOTHING = "nothing", _lazy("nothing to export yet")
        TOO_LARGE = "large", _lazy("too large")
        FAILED = "failed", _lazy("failed")

    export = models.ForeignKey(Export, on_delete=models.CASCADE, related_name="runs")
    due = models.CharField(max_length=40)
    at = models.DateTimeField()
    state = models.CharField(max_length=7, choices=State)
    file = models.CharField(max_length=120, blank=True, help_text="Empty once its days are over.")
    sha256 = models.CharField(max_length=64, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    kept_until = models.DateField()

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["export", "due"], name="export_run_once")]
        indexes = [models.Index(fields=["kept_until"], name="export_run_by_end", condition=~Q(file=""))]

    def __str__(self) -> str:
        return f"{self.due}: {self.state}"

    @property
    def file_name(self) -> str:
        """As it is downloaded, and enclosed in a mail."""
        return f"{self.export.what}-{self.at:%Y-%m-%d}.{self.export.file}"
