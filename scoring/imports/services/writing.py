"""Writing a checked import, wholly or not at all, and taking it back while nothing refers to it.

Invariants: one transaction and one entry in the trail for all rows; imports are written one after the other;
an import that was checked before somebody else was registered, or before the same rows were written, is
checked again first. Points are never deleted: entries that take them back follow.
Rule section: IV.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.imports.kinds import KINDS
from scoring.imports.kinds.kind import LEAVE, NEW, Writing
from scoring.imports.models import Import, ImportRow
from scoring.imports.permissions import may_write_import
from scoring.imports.services.checking import people_numbered
from scoring.imports.services.preparing import RULE, locked, require_unwritten

WRITE_JOB: Final = "scoring.import-write"
AT_ONCE: Final = 1000
TURN: Final = "import"
Outcome = ImportRow.Outcome


@transaction.atomic
def write_import(
    *, by: Person, importing: Import, without_wrong: bool = False, at: dt.datetime | None = None
) -> Import:
    """Have what was checked written; wrong rows are left out only where that is said."""
    at = moment(at)
    _require_writer(by, importing, at)
    importing = locked(importing)
    require_unwritten(importing)
    _require_ready(importing, without_wrong)
    importing.turn += 1
    importing.job = enqueue(
        kind=WRITE_JOB,
        key=f"{importing.pk}/{importing.turn}",
        payload={"import": importing.pk, "by": by.pk},
        by=by.account,
    )
    importing.save(update_fields=["turn", "job"])
    return importing


@transaction.atomic
def undo_import(*, by: Person, importing: Import, why: str, at: dt.datetime | None = None) -> Import:
    """Take back what an import made; refused with the names of what refers to it."""
    at = moment(at)
    _require_writer(by, importing, at)
    why = require_reason(why, _("An import is taken back for a reason."), most=500)
    importing = locked(importing)
    if importing.state != Import.State.WRITTEN:
        raise _refused(
            "import-not-written", _("This import is not written."), _("Nothing more needs to be done.")
        )
    kind = KINDS[importing.kind]
    if referring := kind.referring(importing):
        raise Refusal(
            code="import-in-use",
            sentence=_("The import stays: %(what)s refer to what it made.") % {"what": ", ".join(referring)},
            rule=_("What was played, decided or sent stays as it is."),
            remedy=_("Take those back first, or correct single rows where they stand."),
            facts={"kept_by": referring},
        )
    kind.take_back(Writing(importing, by, at), why)
    importing.state, importing.undone_by, importing.undone_at = Import.State.UNDONE, by, at
    importing.undone_reason = why
    importing.save(update_fields=["state", "undone_by", "undone_at", "undone_reason"])
    note(by=by, at=at, action="undo import", thing=importing, why=why, before={"state": "written"})
    return importing


def carry_out_write(running: RunningJob) -> None:
    """The job's handler."""
    by = Person.objects.get(pk=running.payload["by"])
    with running.completing():
        at = moment(None)
        next_number(TURN)
        importing = locked(Import(pk=running.payload["import"]))
        _require_writer(by, importing, at)
        _require_fresh(importing)
        writing = Writing(importing, by, at)
        for rows in _batches(importing):
            KINDS[importing.kind].write(writing, rows)
            for row in rows:
                row.made = True
            ImportRow.objects.bulk_update(rows, ["person", "club", "made"], batch_size=200)
        importing.state, importing.written_by, importing.written_at = Import.State.WRITTEN, by, at
        importing.save(update_fields=["state", "written_by", "written_at"])
        note(
            by=by,
            at=at,
            action="write import",
            thing=importing,
            why=importing.source,
            after={"kind": importing.kind, "sha256": importing.sha256, **counts_of(importing)},
        )


def counts_of(importing: Import) -> dict[str, int]:
    """How many rows have each outcome, and how many of the uncertain ones wait for a choice."""
    rows = ImportRow.objects.filter(of=importing).order_by()
    counts = dict(rows.values_list("outcome").annotate(Count("pk")))
    waiting = rows.filter(outcome=Outcome.UNCERTAIN, choice="").count()
    return {**{outcome.value: counts.get(outcome.value, 0) for outcome in Outcome}, "waiting": waiting}


def to_be_made(importing: Import) -> QuerySet[ImportRow]:
    """The rows that make something, by what was found out and chosen."""
    new = Q(outcome=Outcome.NEW)
    chosen = Q(outcome=Outcome.UNCERTAIN)
    chosen &= Q(choice=NEW) if KINDS[importing.kind].makes_people else ~Q(choice="")
    return ImportRow.objects.filter(new | chosen, of=importing, made=False).exclude(choice=LEAVE)


def _batches(importing: Import) -> Iterator[list[ImportRow]]:
    last = 0
    while rows := list(to_be_made(importing).filter(number__gt=last).order_by("number")[:AT_ONCE]):
        yield rows
        last = rows[-1].number


def _require_writer(by: Person, importing: Import, at: dt.datetime) -> None:
    decided = KINDS[importing.kind].decided
    require(
        may_write_import(by, day_of(at), decided=decided),
        what=_("write this import"),
        who=_("the Managing Executor") if decided else _("the registrar or the Managing Executor"),
        rule="IV",
    )


def _require_ready(importing: Import, without_wrong: bool) -> None:
    if importing.state != Import.State.CHECKED:
        raise _refused("import-unchecked", _("This import is not checked."), _("Have it checked first."))
    counts = counts_of(importing)
    if counts["waiting"]:
        raise _refused(
            "import-uncertain",
            ngettext(
                "One uncertain row waits for a choice.",
                "%(count)s uncertain rows wait for a choice.",
                counts["waiting"],
            )
            % {"count": counts["waiting"]},
            _("Choose for each who it is, or leave the rest out."),
        )
    if counts["wrong"] and not without_wrong:
        raise _refused(
            "import-wrong",
            ngettext("One row is wrong.", "%(count)s rows are wrong.", counts["wrong"])
            % {"count": counts["wrong"]},
            _("Correct them in the file and upload it again, or say that they are left out."),
        )
    if objections := KINDS[importing.kind].objections(importing):
        raise _refused("import-contradicts", " ".join(objections), _("Choose otherwise."))
    if not to_be_made(importing).exists():
        raise _refused(
            "import-empty",
            _("No row of this import would make anything."),
            _("There is nothing to be written."),
        )


def _require_fresh(importing: Import) -> None:
    """Nothing happened since the check that it would have had to know."""
    same = ImportRow.objects.filter(content=OuterRef("content"), of__state=Import.State.WRITTEN)
    stale = importing.state != Import.State.CHECKED or to_be_made(importing).filter(Exists(same)).exists()
    if stale or (KINDS[importing.kind].makes_people and people_numbered() != importing.people_seen):
        raise _refused(
            "import-stale",
            _("Something was registered or imported since this import was checked."),
            _("Have it checked again; nothing was written."),
        )


def _refused(code: str, sentence: str, remedy: str, **facts: Any) -> Refusal:
    return Refusal(code=code, sentence=sentence, rule=str(RULE), remedy=remedy, facts=facts)
