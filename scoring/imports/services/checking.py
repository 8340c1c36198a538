"""Checking a file: every row judged, nothing written but what became of it. A job with progress.

Invariants: a check that died begins again from the start; memory stays flat, since rows are read and kept
some hundred at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from django.core.files.storage import default_storage
from django.db import transaction

from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.lists.csv_files import FORMULA, unguarded
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.models import Sequence as NumberSequence
from sanctioning.kit.typed_input import visible
from scoring.imports.columns import NOT_USED, ImportColumn, Wrong
from scoring.imports.files import UNREADABLE, Row, Settings, looks_mixed, rows_below_head
from scoring.imports.models import Import, ImportRow
from scoring.imports.services.kinds import KINDS
from scoring.imports.services.kinds.kind import Draft, ImportCheck, ImportKind, Outcome

AT_ONCE: Final = 500
SHOWN: Final = 80
"""So much of a wrong cell is told back."""


def carry_out_check(running: RunningJob) -> None:
    """The job's handler.

    Raises:
        Refusal: `import-unreadable`.
    """
    importing = Import.objects.get(pk=running.payload["import"])
    settings = Settings.of(importing.settings)
    while keys := list(ImportRow.objects.filter(of=importing).values_list("pk", flat=True)[:AT_ONCE]):
        ImportRow.objects.filter(pk__in=keys).delete()
    seen = people_numbered()
    with default_storage.open(importing.file) as file:
        total = sum(1 for _row in rows_below_head(file, settings))
        check, done = ImportCheck(importing), 0
        running.progress(done, total)
        columns = KINDS[importing.kind].columns_for(importing.event)
        drafts = drafts_of(columns, rows_below_head(file, settings), importing.settings)
        while batch := list(islice(drafts, AT_ONCE)):
            judge(check, batch)
            done += len(batch)
            with transaction.atomic():
                ImportRow.objects.bulk_create(map(_kept(importing), batch))
                running.progress(done, max(total, done))
    with running.completing():
        importing.state, importing.people_seen = Import.State.CHECKED, seen
        importing.save(update_fields=["state", "people_seen"])


def people_numbered() -> int:
    """How many member numbers were given so far; who is registered later may be in the file too."""
    return NumberSequence.objects.filter(name="person").values_list("last", flat=True).first() or 0


def drafts_of(
    columns: Sequence[ImportColumn], lines: Iterator[tuple[int, Row]], settings: Mapping[str, Any]
) -> Iterator[Draft]:
    """Each row of the table, its cells read."""
    width = len(settings["headings"])
    for number, cells in lines:
        draft = Draft(number=number, cells={})
        if len(cells) > width:
            draft.wrong("", "cells-over")
        for column in columns:
            place = settings["columns"][column.name]
            cell = cells[place] if place != NOT_USED and place < len(cells) else ""
            _read(draft, column, unguarded(cell), settings)
        yield draft


def judge(check: ImportCheck, drafts: Sequence[Draft]) -> None:
    """What would become of these rows: what their kind says of those without a fault; others are wrong."""
    kind = KINDS[check.importing.kind]
    for draft in drafts:
        draft.content = kind.content_of(check.importing, draft.values)
        if not draft.faults and (before := check.line_before(draft.content, draft.number)):
            draft.wrong("", "twice-in-file", line=before)
    sound = [draft for draft in drafts if not draft.faults]
    brought = _brought_before(kind, sound)
    for draft in sound:
        if draft.content in brought:
            draft.outcome = Outcome.SAME
            draft.person_id, draft.club_id = brought[draft.content]
    kind.judge(check, [draft for draft in sound if draft.outcome != Outcome.SAME])
    for draft in drafts:
        if draft.faults:
            draft.outcome, draft.candidates, draft.person_id, draft.club_id = Outcome.WRONG, [], None, None


def _brought_before(kind: ImportKind, drafts: Sequence[Draft]) -> dict[str, tuple[int | None, int | None]]:
    """What written imports made of rows that said the same."""
    rows = ImportRow.objects.filter(
        content__in=[draft.content for draft in drafts],
        of__state=Import.State.WRITTEN,
        of__kind=kind.slug,
        made=True,
    )
    return {
        content: (person, club) for content, person, club in rows.values_list("content", "person", "club")
    }


def _read(draft: Draft, column: ImportColumn, cell: str, settings: Mapping[str, Any]) -> None:
    draft.cells[column.name] = cell
    if not cell:
        if column.required:
            draft.wrong(column.name, "missing")
        return
    if code := _fault_of_text(cell, settings["encoding"]):
        draft.wrong(column.name, code, text=cell[:SHOWN])
        return
    try:
        draft.values[column.name] = column.read(visible(cell, column.name), settings["days"])
    except Refusal:
        draft.wrong(column.name, "no-shape", text=cell[:SHOWN])
    except Wrong as wrong:
        facts = {name: fact[:SHOWN] if name == "text" else fact for name, fact in wrong.facts.items()}
        draft.wrong(column.name, wrong.code, **facts)


def _fault_of_text(cell: str, encoding: str) -> str:
    if UNREADABLE in cell:
        return "unreadable"
    if cell.startswith(FORMULA) and not _is_number(cell):
        return "formula"
    if looks_mixed(cell, encoding):
        return "mixed-encoding"
    return ""


def _is_number(cell: str) -> bool:
    return cell[1:2].isdigit() and cell[0] in "+-" and cell[1:].replace(".", "").replace(",", "").isdigit()


def _kept(importing: Import) -> Any:
    def row(draft: Draft) -> ImportRow:
        return ImportRow(
            of=importing,
            number=draft.number,
            cells={name: cell for name, cell in draft.cells.items() if cell},
            values=draft.values,
            faults=draft.faults,
            outcome=draft.outcome,
            candidates=draft.candidates,
            content=draft.content,
            reference=draft.values.get("reference", "") if KINDS[importing.kind].makes_people else "",
            person_id=draft.person_id,
            club_id=draft.club_id,
        )

    return row
