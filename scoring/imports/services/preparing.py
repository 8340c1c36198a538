"""Uploading a file, saying how it is read, having it checked, choosing what is uncertain.

Invariant: nothing here touches people, clubs or the ledger.
Rule section: IV.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import IO, Any, Final

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import enqueue
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.storage import delete_stored, keep_file
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.imports.columns import NOT_USED, matched, named_among
from scoring.imports.files import (
    DAY_FIRST,
    DELIMITERS,
    ENCODINGS,
    MONTH_FIRST,
    SAMPLE_ROWS,
    Settings,
    found_out,
    head,
    sample,
    with_head,
)
from scoring.imports.models import Import, ImportDocument, ImportRow
from scoring.imports.permissions import may_prepare_import
from scoring.imports.services.documents import Sent, keep_documents
from scoring.imports.services.kinds import ENTRIES, KINDS
from scoring.imports.services.kinds.kind import LEAVE, NEW, ImportKind
from tournaments.events.models.event import Event

CHECK_JOB: Final = "scoring.import-check"
RULE: Final = _lazy("IV: the Managing Executor decides what is brought forward.")
UNDER_WAY: Final = (Job.State.QUEUED, Job.State.RUNNING)
UNCERTAIN: Final = ImportRow.Outcome.UNCERTAIN


@transaction.atomic
def upload_import(
    *,
    by: Person,
    kind: str,
    name: str,
    file: IO[bytes],
    source: str = "",
    source_day: dt.date | None = None,
    documents: Sequence[Sent] = (),
    event: Event | None = None,
    at: dt.datetime | None = None,
) -> Import:
    """Keep the file and its documents, and find out how it is written and which column is which.

    Entries may be those of one `event` alone.

    Raises:
        Refusal: `import-document-missing`, `import-document-unfit`, `import-kind-unknown`,
            `import-unreadable`, `not-allowed`.
    """
    at = moment(at)
    require_preparing(by, at, event)
    if kind not in KINDS or (event and kind != ENTRIES.slug):
        raise Refusal(
            code="import-kind-unknown",
            sentence=_("“%(kind)s” cannot be imported.") % {"kind": kind},
            rule=str(RULE),
            remedy=_("Choose one of: %(known)s.") % {"known": ", ".join(KINDS)},
            status=422,
        )
    source = _source(KINDS[kind], source, source_day, at)
    columns = KINDS[kind].columns_for(event)
    settings = found_out(file, named_among(columns))
    ending = ".xlsx" if settings.workbook else ".csv"
    kept = keep_file("imports/file", file, ending)
    headings = head(file, settings)
    places = matched(columns, headings, sample(file, settings, SAMPLE_ROWS))
    importing = Import.objects.create(
        kind=kind,
        event=event,
        name=(name or f"file{ending}")[-200:],
        file=kept.name,
        sha256=kept.sha256,
        settings={**asdict(settings), "headings": headings, "columns": places},
        source=source,
        source_day=source_day if KINDS[kind].cited else None,
        uploaded_by=by,
        uploaded_at=at,
    )
    keep_documents(importing, documents, KINDS[kind].most_documents)
    note(
        by=by,
        at=at,
        action="upload import",
        thing=importing,
        after={"kind": kind, "file": importing.name, "sha256": kept.sha256},
    )
    return importing


@transaction.atomic
def check_import(
    *, by: Person, importing: Import, asked: Mapping[str, Any] | None = None, at: dt.datetime | None = None
) -> Import:
    """Have every row judged, read as it was found out or as somebody corrected it (`asked`).

    Raises:
        Refusal: `import-columns-missing`, `import-settings-unknown`, `import-under-way`, `import-unreadable`,
            `import-written`, `not-allowed`.
    """
    at = moment(at)
    require_preparing(by, at, importing.event)
    importing = locked(importing)
    require_unwritten(importing)
    importing.settings = _corrected(importing, asked or {})
    _require_columns(importing)
    importing.state, importing.turn = Import.State.READ, importing.turn + 1
    importing.job = enqueue(
        kind=CHECK_JOB,
        key=f"{importing.pk}/{importing.turn}",
        payload={"import": importing.pk},
        by=by.account,
    )
    importing.save()
    return importing


@transaction.atomic
def choose(
    *, by: Person, importing: Import, row: int, choice: str, at: dt.datetime | None = None
) -> ImportRow:
    """Say who an uncertain row is: a candidate, somebody new, or nobody to import; or leave a new row out.

    Raises:
        Refusal: `import-choice-unknown`, `import-under-way`, `import-written`, `not-allowed`.
    """
    require_preparing(by, moment(at), importing.event)
    importing = locked(importing)
    require_unwritten(importing)
    chosen = ImportRow.objects.filter(of=importing, number=row).first()
    if chosen is None or chosen.outcome not in (UNCERTAIN, ImportRow.Outcome.NEW):
        raise _no_choice(_("Line %(row)s needs no choice.") % {"row": row})
    choice = choice.strip()
    allowed = _choices(chosen)
    if choice not in allowed:
        raise _no_choice(
            _("Line %(row)s cannot be “%(choice)s”. It can be: %(allowed)s.")
            % {"row": row, "choice": choice, "allowed": ", ".join(filter(None, allowed))}
        )
    if chosen.outcome == UNCERTAIN:
        chosen.person = Person.objects.filter(number=choice).first()
    chosen.choice = choice
    chosen.save(update_fields=["choice", "person"])
    return chosen


@transaction.atomic
def choose_for_rest(*, by: Person, importing: Import, choice: str, at: dt.datetime | None = None) -> int:
    """The same for every uncertain row that nobody has chosen for yet: new, or left out.

    Raises:
        Refusal: `import-choice-unknown`, `import-under-way`, `import-written`, `not-allowed`.
    """
    require_preparing(by, moment(at), importing.event)
    importing = locked(importing)
    require_unwritten(importing)
    if choice != LEAVE and not (choice == NEW and KINDS[importing.kind].makes_people):
        raise _no_choice(_("The rest can only be left out, or be people registered as new."))
    rest = ImportRow.objects.filter(of=importing, outcome=UNCERTAIN, choice="")
    return rest.update(choice=choice, person=None)


@transaction.atomic
def drop_import(*, by: Person, importing: Import, at: dt.datetime | None = None) -> None:
    """Throw away an import that was not written, with its rows; the trail keeps that it was there.

    Raises:
        Refusal: `import-under-way`, `import-written`, `not-allowed`.
    """
    at = moment(at)
    require_preparing(by, at, importing.event)
    importing = locked(importing)
    require_unwritten(importing)
    note(by=by, at=at, action="drop import", thing=importing, before={"file": importing.name})
    for name in _own_files(importing):
        delete_stored(name)
    ImportRow.objects.filter(of=importing).delete()
    importing.delete()


def _own_files(importing: Import) -> set[str]:
    """The files of an import that no other names: what is the same is kept once."""
    names = {importing.file, *importing.documents.values_list("file", flat=True)}
    others = Import.objects.filter(file__in=names).exclude(pk=importing.pk).values_list("file", flat=True)
    of_others = ImportDocument.objects.filter(file__in=names).exclude(of=importing)
    return names - set(others) - set(of_others.values_list("file", flat=True))


def require_preparing(by: Person, at: dt.datetime, event: Event | None = None) -> None:
    require(
        may_prepare_import(by, day_of(at), event),
        what=_("import entries") if event else _("import past results"),
        who=who_imports(event),
        rule="IV",
    )


def who_imports(event: Event | None) -> str:
    return (
        _("somebody who runs the event, the registrar or the Managing Executor")
        if event
        else _("the registrar or the Managing Executor")
    )


def locked(importing: Import) -> Import:
    return Import.objects.select_for_update(no_key=True, of=("self",)).get(pk=importing.pk)


def require_unwritten(importing: Import) -> None:
    if importing.state not in (Import.State.READ, Import.State.CHECKED):
        raise Refusal(
            code="import-written",
            sentence=_("This import has been written."),
            rule=str(RULE),
            remedy=_("Undo it, or upload a file with what is missing."),
        )
    require_idle(importing)


def require_idle(importing: Import) -> None:
    if importing.job is not None and importing.job.state in UNDER_WAY:
        raise Refusal(
            code="import-under-way",
            sentence=_("This import is being processed."),
            rule=_("One step at a time."),
            remedy=_("Wait until it has finished; the page follows the progress."),
        )


def _source(kind: ImportKind, source: str, day: dt.date | None, at: dt.datetime) -> str:
    source = source.strip()
    if kind.cited and (not source or day is None or day > day_of(at) or len(source) > 200):
        raise Refusal(
            code="import-document-missing",
            sentence=_("The document this comes from is missing, or its date is in the future."),
            rule=str(RULE),
            remedy=_("Name it in at most 200 letters, such as “Roster of 15 May 2019”, and give its day."),
            status=422,
            facts={"field": "source"},
        )
    return source if kind.cited else ""


def _corrected(importing: Import, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with what was corrected; what cannot be meant is refused. Other letters, another separator
    or another line make other heads, so the columns are matched afresh."""
    before = Settings.of(importing.settings)
    days = asked.get("days") or before.days
    encoding = before.encoding and (asked.get("encoding") or before.encoding)
    delimiter = before.delimiter and (asked.get("delimiter") or before.delimiter)
    known = days in (DAY_FIRST, MONTH_FIRST) and encoding in ("", *ENCODINGS)
    if not known or delimiter not in ("", *DELIMITERS):
        raise Refusal(
            code="import-settings-unknown",
            sentence=_("The file cannot be read this way."),
            rule=_("An import reads a table with a header line, as CSV or XLSX."),
            remedy=_("Choose one of the encodings, separators and date orders on the page."),
            status=422,
        )
    head_line = asked.get("head_line") or before.head_line
    settings = replace(before, encoding=encoding, delimiter=delimiter, days=days, head_line=head_line)
    columns = KINDS[importing.kind].columns_for(importing.event)
    same_cells = (encoding, delimiter) == (before.encoding, before.delimiter)
    if same_cells and head_line == before.head_line:
        headings, places = importing.settings["headings"], dict(importing.settings["columns"])
        for column in columns:
            place = asked.get("columns", {}).get(column.name)
            if place is not None and NOT_USED <= int(place) < len(headings):
                places[column.name] = int(place)
    else:
        with default_storage.open(importing.file) as file:
            if head_line == before.head_line:
                settings = with_head(file, settings, named_among(columns))
            headings = head(file, settings)
            places = matched(columns, headings, sample(file, settings, SAMPLE_ROWS))
    return {**asdict(settings), "headings": headings, "columns": places}


def _require_columns(importing: Import) -> None:
    columns = importing.settings["columns"]
    missing = [
        str(column.label)
        for column in KINDS[importing.kind].columns_for(importing.event)
        if column.required and columns[column.name] == NOT_USED
    ]
    used = [place for place in columns.values() if place != NOT_USED]
    if missing or len(set(used)) < len(used):
        raise Refusal(
            code="import-columns-missing",
            sentence=_("No column is chosen for: %(names)s.") % {"names": ", ".join(missing)}
            if missing
            else _("One column is chosen for two things."),
            rule=_("An import reads a table with a header line, as CSV or XLSX."),
            remedy=_("Choose under “Columns”."),
            status=422,
            facts={"missing": missing},
        )


def _choices(row: ImportRow) -> tuple[str, ...]:
    if row.outcome != UNCERTAIN:
        return ("", LEAVE)
    makes_people = KINDS[row.of.kind].makes_people
    return ("", *row.candidates, *((NEW,) if makes_people else ()), LEAVE)


def _no_choice(sentence: str) -> Refusal:
    return Refusal(
        code="import-choice-unknown",
        sentence=sentence,
        rule=_("An import never gives anybody a second record."),
        remedy=_("Choose one of the options on the page."),
        status=422,
    )
