"""Imports as pages and programs see them, for who prepares them.

Invariant: a constant number of queries a page, whatever the length of the file.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from sanctioning.kit.clock import today
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.progress import progress_of
from sanctioning.kit.lists.filters import one_of
from sanctioning.kit.lists.lists import Filter, ListSource
from sanctioning.kit.wording.localised import day
from sanctioning.people.models.person import Person
from scoring.imports.columns import sentence
from scoring.imports.files import Settings
from scoring.imports.lines_so_far import LINE
from scoring.imports.models import Import, ImportRow
from scoring.imports.permissions import may_prepare_import, may_write_import
from scoring.imports.services.kinds import KINDS
from scoring.imports.services.kinds.kind import LEAVE, NEW
from scoring.imports.services.preparing import CHECK_JOB, UNDER_WAY
from scoring.imports.services.taking_back import UNDO_JOB
from scoring.imports.services.writing import WRITE_JOB, counts_of, is_stale, to_be_made
from scoring.imports.top_of_file import ColumnView, columns_seen, line_in_words, top_of_file, unused_headings
from scoring.ledger.models.ledger import LedgerEntry
from tournaments.events.models.event import Event

WORK: Final = {CHECK_JOB: "check", WRITE_JOB: "write", UNDO_JOB: "undo"}
Outcome = ImportRow.Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportLine:
    number: int
    kind: str
    kind_words: str
    file: str
    source: str
    state: Annotated[str, Import.State]
    state_words: str
    uploaded_at: dt.datetime
    uploaded_by: str
    written_at: dt.datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentView:
    key: int
    name: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPage:
    """`under_way` while it is worked on, which is `work` (`check`, `write` or `undo`), of which `done` of
    `total` rows are done; `error` tells why the last attempt came to nothing. `waiting` are uncertain rows
    without a choice, `taken_back` rows that an attempt to take it back got to. A `stale` one is checked again
    before it is written. The columns are named in line `head_line`; `head_lines` are those to choose from.
    Nothing is read from the `unused` columns."""

    number: int
    kind: str
    kind_words: str
    file: str
    sha256: str
    source: str
    source_day: dt.date | None
    documents: tuple[DocumentView, ...]
    state: Annotated[str, Import.State]
    state_words: str
    uploaded_at: dt.datetime
    uploaded_by: str
    written_at: dt.datetime | None
    written_by: str
    undone_at: dt.datetime | None
    undone_by: str
    undone_reason: str
    encoding: str
    delimiter: str
    days: str
    certain: bool
    mixed_days: tuple[str, ...]
    sheet: str
    head_line: int
    head_lines: tuple[tuple[int, str], ...]
    headings: tuple[str, ...]
    columns: tuple[ColumnView, ...]
    unused: tuple[str, ...]
    stale: bool
    under_way: bool
    begun: bool
    work: str
    done: int
    total: int
    error: str
    new: int
    same: int
    uncertain: int
    wrong: int
    waiting: int
    taken_back: int
    makes_people: bool
    may_write: bool
    event: str
    event_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultView:
    """`column` is empty where the whole row is meant."""

    column: str
    code: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleDouble:
    number: str
    name: str
    club: str
    born: dt.date | None

    @property
    def words(self) -> str:
        return ", ".join(filter(None, (self.name, self.number, self.club, day(self.born))))


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLine:
    """`person` is the member number of who it is, or of whom it made; `same_as_line` is the line of the file
    with somebody who it may be, 0 where there is none."""

    number: int
    outcome: Annotated[str, ImportRow.Outcome]
    outcome_words: str
    text: str
    faults: tuple[FaultView, ...]
    candidates: tuple[PossibleDouble, ...]
    same_as_line: int
    choice: str
    person: str
    person_name: str
    club: str
    remark: str
    made: bool
    open: bool
    import_number: int
    makes_people: bool

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What an uncertain row can be, in words."""
        new = [(NEW, str(_("a new person")))] if self.makes_people else []
        people = [(person.number, person.words) for person in self.candidates]
        lines = [(f"{LINE}{self.same_as_line}", self.same_as_line_in_words)] if self.same_as_line else []
        return [*people, *lines, *new, (LEAVE, str(_("leave it out")))]

    @property
    def same_as_line_in_words(self) -> str:
        return _("the same person as in line %(line)s") % {"line": self.same_as_line}

    @property
    def why(self) -> str:
        """What is wrong, in one text."""
        return " ".join(
            f"{fault.column}: {fault.sentence}" if fault.column else fault.sentence for fault in self.faults
        )


def import_numbered(*, asker: Person, number: int) -> Import | None:
    """The import, for who prepares imports or runs its event; None for others."""
    named = ("uploaded_by", "written_by", "undone_by", "job", "event__club")
    importing = Import.objects.select_related(*named).filter(pk=number).first()
    return importing if importing and may_prepare_import(asker, today(), importing.event) else None


def event_of_import(number: int) -> Event | None:
    """The event whose entries this import has, where whoever runs it imports them."""
    return Event.objects.select_related("club").filter(imports__id=number).first()


def imports_of(event: Event) -> tuple[ImportLine, ...]:
    """Imports of this event's entries by whoever runs it, the latest first. One query."""
    return tuple(map(_import_line, Import.objects.filter(event=event).select_related("uploaded_by")))


def imports() -> ListSource[Import, ImportLine]:
    """Every import. One query a page."""
    return ListSource(
        rows=Import.objects.select_related("uploaded_by"),
        lines=lambda rows: tuple(map(_import_line, rows)),
        sorts={"number": ("pk",), "uploaded": ("uploaded_at",), "written": ("written_at",)},
        order="-number",
        filters=(
            one_of(
                "kind",
                _("Kind"),
                "kind",
                [(kind.slug, kind.label) for kind in KINDS.values()],
                all_words=_("everything"),
            ),
            one_of("state", _("State"), "state", Import.State.choices, all_words=_("all states")),
        ),
    )


def import_rows(importing: Import) -> ListSource[ImportRow, RowLine]:
    """Every row with what became of it. Three queries a page."""
    return ListSource(
        rows=ImportRow.objects.filter(of=importing).select_related("person", "club", "of"),
        lines=row_lines,
        sorts={"row": ("number",)},
        order="row",
        filters=(
            one_of("outcome", _("Outcome"), "outcome", Outcome.choices, all_words=_("all outcomes")),
            Filter(
                name="row",
                field=forms.IntegerField(label=_("Row"), required=False, min_value=1),
                narrow=lambda rows, number: rows.filter(number=number),
            ),
        ),
    )


def import_page(importing: Import, asker: Person) -> ImportPage:
    kind, settings, job = KINDS[importing.kind], importing.settings, importing.job
    counts = counts_of(importing)
    done, total = progress_of(job) if job else (0, 0)
    under_way = job is not None and job.state in UNDER_WAY
    may_correct = importing.state in (Import.State.READ, Import.State.CHECKED) and not under_way
    lines, cells = top_of_file(importing) if may_correct else ((), ())
    return ImportPage(
        number=importing.pk,
        kind=kind.slug,
        kind_words=str(kind.label),
        file=importing.name,
        sha256=importing.sha256,
        source=importing.source,
        source_day=importing.source_day,
        documents=tuple(
            DocumentView(key=document.pk, name=document.name, sha256=document.sha256)
            for document in importing.documents.all()
        ),
        state=importing.state,
        state_words=importing.get_state_display(),
        uploaded_at=importing.uploaded_at,
        uploaded_by=importing.uploaded_by.name,
        written_at=importing.written_at,
        written_by=importing.written_by.name if importing.written_by else "",
        undone_at=importing.undone_at,
        undone_by=importing.undone_by.name if importing.undone_by else "",
        undone_reason=importing.undone_reason,
        encoding=settings["encoding"],
        delimiter=settings["delimiter"],
        days=settings["days"],
        certain=settings["certain"],
        mixed_days=tuple(Settings.of(settings).mixed),
        sheet=Settings.of(settings).sheet,
        head_line=Settings.of(settings).head_line,
        head_lines=tuple((line, line_in_words(line, cells)) for line, cells in lines),
        headings=tuple(settings["headings"]),
        columns=columns_seen(importing, cells),
        unused=unused_headings(importing),
        stale=not under_way and is_stale(importing),
        under_way=under_way,
        begun=job is not None and job.state != Job.State.QUEUED,
        work=WORK.get(job.kind, "") if job else "",
        done=done,
        total=total,
        error=_last_line(job) if job and job.state == Job.State.FAILED else "",
        new=counts["new"],
        same=counts["same"],
        uncertain=counts["uncertain"],
        wrong=counts["wrong"],
        waiting=counts["waiting"],
        taken_back=_taken_back(importing),
        makes_people=kind.makes_people,
        may_write=may_write_import(asker, today(), decided=kind.decided, event=importing.event),
        event=importing.event.slug if importing.event else "",
        event_name=importing.event.name if importing.event else "",
    )


def row_lines(rows: Sequence[ImportRow]) -> tuple[RowLine, ...]:
    named = {number for row in rows for number in row.candidates}
    people = Person.objects.filter(number__in=named).select_related("home_club", "private")
    known = {person.number: _candidate(person, born=rows[0].of.event_id is None) for person in people}
    return tuple(_row_line(row, known) for row in rows)


def _row_line(row: ImportRow, known: dict[str, PossibleDouble]) -> RowLine:
    kind = KINDS[row.of.kind]
    labels = {column.name: str(column.label) for column in kind.columns}
    return RowLine(
        number=row.number,
        outcome=row.outcome,
        outcome_words=row.get_outcome_display(),
        text=" · ".join(row.cells[name] for name in labels if row.cells.get(name)),
        faults=tuple(
            FaultView(column=labels.get(fault["column"], ""), code=fault["code"], sentence=sentence(fault))
            for fault in row.faults
        ),
        candidates=tuple(known[number] for number in row.candidates if number in known),
        same_as_line=_line_among(row.candidates),
        choice=row.choice,
        person=row.person.number if row.person else "",
        person_name=row.person.name if row.person else "",
        club=row.club.name if row.club and not row.person else "",
        remark=kind.remark(row.values) if row.outcome == Outcome.NEW else "",
        made=row.made,
        open=row.of.state == Import.State.CHECKED and row.outcome in (Outcome.UNCERTAIN, Outcome.NEW),
        import_number=row.of_id,
        makes_people=kind.makes_people,
    )


def _line_among(candidates: Sequence[str]) -> int:
    lines = (int(candidate.removeprefix(LINE)) for candidate in candidates if candidate.startswith(LINE))
    return next(lines, 0)


def _candidate(person: Person, *, born: bool) -> PossibleDouble:
    """`born` is for those who keep the register."""
    private = getattr(person, "private", None) if born else None
    return PossibleDouble(
        number=person.number,
        name=person.name,
        club=person.home_club.name if person.home_club else "",
        born=private.birth_date if private else None,
    )


def _import_line(importing: Import) -> ImportLine:
    return ImportLine(
        number=importing.pk,
        kind=importing.kind,
        kind_words=str(KINDS[importing.kind].label),
        file=importing.name,
        source=importing.source,
        state=importing.state,
        state_words=importing.get_state_display(),
        uploaded_at=importing.uploaded_at,
        uploaded_by=importing.uploaded_by.name,
        written_at=importing.written_at,
    )


def _taken_back(importing: Import) -> int:
    """How many rows of an import that is still written make nothing any more."""
    return to_be_made(importing).count() if importing.state == Import.State.WRITTEN else 0


def _last_line(job: Job) -> str:
    return (job.error.strip().splitlines() or [""])[-1]


def entry_brought_forward(number: int) -> LedgerEntry | None:
    """An entry that an import brought, which may be corrected; None for a correction or any other entry."""
    brought = LedgerEntry.objects.filter(brought_forward__isnull=False, corrects=None)
    return brought.select_related("person").filter(number=number).first()
