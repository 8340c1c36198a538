"""Taking a written import back while nothing refers to it: a job with progress.

Invariants: a hundred rows a transaction, each judged again in it, so that neither database is locked for
long and memory stays flat; what a job left over is taken back by the next. Points are never deleted: entries
that take them back follow. One entry in the trail for all rows.
Rule section: IV.
"""

from __future__ import annotations

import datetime as dt
import time
from typing import Final

from django.db import connection, transaction
from django.db.models import Max, Min
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.kit.typed_input import require_short_reason
from sanctioning.people.models.person import Person
from scoring.imports.models import Import
from scoring.imports.services.kinds import KINDS
from scoring.imports.services.kinds.kind import Rows, Writing, rows_made
from scoring.imports.services.preparing import locked, require_idle
from scoring.imports.services.writing import TURN, refused, require_writer

UNDO_JOB: Final = "scoring.import-undo"
AT_ONCE: Final = 100
ASKED_AT_ONCE: Final = 2000
"""Rows asked about in one statement, which keeps their keys once for each kind of thing that may refer."""
PAUSE: Final = 0.02
"""Seconds between two transactions in which others may write into SQLite, which has one writer at a time."""


@transaction.atomic
def undo_import(*, by: Person, importing: Import, why: str, at: dt.datetime | None = None) -> Import:
    """Have what an import made taken back; refused with the names of what refers to it.

    Raises:
        Refusal: `import-in-use`, `import-not-written`, `import-under-way`, `not-allowed`, `reason-missing`,
            `reason-too-long`.
    """
    at = moment(at)
    require_writer(by, importing, at)
    why = require_short_reason(why, _("Undoing an import needs a reason."), most=500)
    importing = locked(importing)
    _require_written(importing)
    require_idle(importing)
    _require_all_unreferred(importing)
    importing.turn += 1
    importing.job = enqueue(
        kind=UNDO_JOB,
        key=f"{importing.pk}/{importing.turn}",
        payload={"import": importing.pk, "by": by.pk, "why": why},
        by=by.account,
    )
    importing.save(update_fields=["turn", "job"])
    return importing


def carry_out_undo(running: RunningJob) -> None:
    """The job's handler.

    Raises:
        Refusal: `import-in-use`, `import-not-written`, `not-allowed`.
    """
    importing, at = Import.objects.get(pk=running.payload["import"]), moment(None)
    by, why = Person.objects.get(pk=running.payload["by"]), running.payload["why"]
    done, total = 0, rows_made(importing).count()
    while taken := _take_some_back(running, Writing(importing, by, at), why):
        done += taken
        running.progress(done, total)
        if connection.vendor == "sqlite":
            time.sleep(PAUSE)
    with running.completing():
        importing = locked(importing)
        _require_written(importing)
        importing.state, importing.undone_by, importing.undone_at = Import.State.UNDONE, by, at
        importing.undone_reason = why
        importing.save(update_fields=["state", "undone_by", "undone_at", "undone_reason"])
        note(by=by, at=at, action="undo import", thing=importing, why=why, before={"state": "written"})


@transaction.atomic
def _take_some_back(running: RunningJob, writing: Writing, why: str) -> int:
    """The last rows that still made something, in turn with whoever writes an import."""
    next_number(TURN)
    importing = locked(writing.importing)
    require_writer(writing.by, importing, writing.at)
    _require_written(importing)
    lines = list(rows_made(importing).order_by("-number").values_list("number", flat=True)[:AT_ONCE])
    if lines:
        # By their lines, since a list of keys would be sent once for each kind of thing that may refer.
        rows = rows_made(importing).filter(number__range=(lines[-1], lines[0])).order_by("number")
        _require_unreferred(importing, rows)
        KINDS[importing.kind].take_back(writing, rows, why)
        rows.update(made=False)
    return len(lines)


def _require_written(importing: Import) -> None:
    if importing.state != Import.State.WRITTEN:
        raise refused(
            "import-not-written", _("This import has not been written."), _("There is nothing more to do.")
        )


def _require_all_unreferred(importing: Import) -> None:
    """Part by part, so that a long file needs no more memory than a short one."""
    made = rows_made(importing)
    numbers = made.aggregate(first=Min("number"), last=Max("number"))
    starts = range(numbers["first"] or 0, (numbers["last"] or 0) + 1, ASKED_AT_ONCE)
    _require_unreferred(
        importing, *(made.filter(number__range=(start, start + ASKED_AT_ONCE - 1)) for start in starts)
    )


def _require_unreferred(importing: Import, *parts: Rows) -> None:
    kind, referring, imports, people = KINDS[importing.kind], set[str](), set[int](), list[str]()
    for rows in parts:
        referring.update(kind.referring(importing, rows))
        imports.update(kind.imports_to_undo_first(rows))
        people = people or kind.people_who_stay(rows)
    named = [*(_("import %(number)s") % {"number": number} for number in sorted(imports)), *sorted(referring)]
    if people:
        raise _kept_for_good(people, named)
    if named:
        raise Refusal(
            code="import-in-use",
            sentence=_("The import cannot be undone while this refers to what it made: %(what)s.")
            % {"what": ", ".join(named)},
            rule=_("What was played, decided or sent stays as it is."),
            remedy=_("Undo that first, or correct single rows where they are."),
            facts={"kept_by": named, "imports": sorted(imports)},
        )


def _kept_for_good(people: list[str], named: list[str]) -> Refusal:
    """Taking more back does not help here, so nobody is told to."""
    return Refusal(
        code="import-in-use",
        sentence=_(
            "It cannot be undone: there are permanent entries for people from it, such as %(number)s "
            "(%(what)s)."
        )
        % {"number": people[0], "what": ", ".join(named)},
        rule=_("Points, offices and entries stay with their person, even after they are undone."),
        remedy=_("Keep these people. Merge duplicate records, and correct wrong ones one by one."),
        facts={"kept_by": named, "people": people},
    )
