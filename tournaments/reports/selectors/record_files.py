"""What was sent in as files for an event, and what became of each: for whoever runs it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Annotated

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.reports.models.record_files import RecordBatch, RecordFile
from tournaments.reports.models.report import ReportFinding


@dataclass(frozen=True, slots=True, kw_only=True)
class FileView:
    """`findings` and `errors` are those of the report that was made of it."""

    number: int
    path: str
    state: Annotated[str, RecordFile.State]
    game: str
    game_label: str
    version: int
    findings: int
    errors: int
    code: str
    sentence: str
    remedy: str
    pointer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchView:
    """`job` is the number of the job that reads it, 0 where it was read at once."""

    id: int
    sent_by: str
    sent_at: dt.datetime
    waiting: int
    taken: int
    unmatched: int
    refused: int
    job: int
    files: tuple[FileView, ...]

    @property
    def total(self) -> int:
        return self.waiting + self.read

    @property
    def read(self) -> int:
        return self.taken + self.unmatched + self.refused


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChoice:
    """A game of the event that takes a report."""

    address: str
    label: str
    reported: bool

    @property
    def shown(self) -> str:
        label = self.label[:1].upper() + self.label[1:]
        return f"{label} {_('(takes the place of its report)')}" if self.reported else label


def batches_of(event: Event) -> tuple[BatchView, ...]:
    """All uploads of an event, the latest first, without their files. One query."""
    return tuple(_batch(row, ()) for row in _counted(event))


def batch_of(event: Event, batch_id: int) -> BatchView | None:
    """One upload with its files. Two queries."""
    row = _counted(event).filter(pk=batch_id).first()
    if row is None:
        return None
    files = (
        row.files.defer("data")
        .select_related("report__game")
        .annotate(
            findings=Count("report__findings"),
            errors=Count(
                "report__findings", filter=Q(report__findings__severity=ReportFinding.Severity.ERROR)
            ),
        )
    )
    return _batch(row, tuple(_file(file) for file in files.order_by("number")))


def file_of(event: Event, batch_id: int, number: int) -> RecordFile | None:
    return RecordFile.objects.filter(batch=batch_id, batch__event=event, number=number).first()


def games_to_choose(event: Event) -> tuple[GameChoice, ...]:
    """The games that a file may be of."""
    states = (Game.State.OPEN, Game.State.REPORTED)
    return tuple(
        GameChoice(
            address=f"{game.number}{game.group}",
            label=game.label,
            reported=game.state == Game.State.REPORTED,
        )
        for game in event.games.filter(state__in=states).order_by("number", "group")
    )


def _counted(event: Event):  # type: ignore[no-untyped-def]
    counts = {
        state: Count("files", filter=Q(files__state=state), distinct=True)
        for state in ("waiting", "taken", "unmatched", "refused")
    }
    batches = RecordBatch.objects.filter(event=event).select_related("sent_by__merged_into")
    return batches.annotate(**counts).order_by("-pk")


def _batch(row: RecordBatch, files: tuple[FileView, ...]) -> BatchView:
    counted = {name: getattr(row, name) for name in ("waiting", "taken", "unmatched", "refused")}
    return BatchView(
        id=row.pk,
        sent_by=row.sent_by.identity.name,
        sent_at=row.sent_at,
        job=row.job_id or 0,
        files=files,
        **counted,
    )


def _file(row: RecordFile) -> FileView:
    game = row.report.game if row.report else None
    return FileView(
        number=row.number,
        path=row.path,
        state=row.state,
        game=f"{game.number}{game.group}" if game else "",
        game_label=game.label if game else "",
        version=row.report.version if row.report else 0,
        findings=getattr(row, "findings", 0),
        errors=getattr(row, "errors", 0),
        code=row.code,
        sentence=row.sentence,
        remedy=row.remedy,
        pointer=row.pointer,
    )
