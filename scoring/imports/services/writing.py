"""Writing a checked import, wholly or not at all.

Invariants: one transaction and one entry in the trail for all rows; imports are written one after the other;
an import is stale, and has to be checked again, once somebody was registered, the same rows were written or
what its rows name was taken back since its check.
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
from sanctioning.kit.jobs.progress import tell_progress
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.imports.models import Import, ImportRow
from scoring.imports.permissions import may_write_import
from scoring.imports.services.checking import people_numbered
from scoring.imports.services.kinds import KINDS
from scoring.imports.services.kinds.kind import LEAVE, NEW, Writing
from scoring.imports.services.preparing import RULE, locked, require_unwritten, who_imports

WRITE_JOB: Final = "scoring.import-write"
AT_ONCE: Final = 1000
TURN: Final = "import"
MADE: Final = ("person", "club", "entry", "team", "payment", "made")
Outcome = ImportRow.Outcome


@transaction.atomic
def write_import(
    *, by: Person, importing: Import, without_wrong: bool = False, at: dt.datetime | None = None
) -> Import:
    """Have what was checked written; wrong rows are left out only where that is said.

    Raises:
        Refusal: `import-contradicts`, `import-empty`, `import-stale`, `import-uncertain`, `import-unchecked`,
            `import-under-way`, `import-written`, `import-wrong`, `not-allowed`.
    """
    at = moment(at)
    require_writer(by, importing, at)
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


def carry_out_write(running: RunningJob) -> None:
    """The job's handler.

    Raises:
        Refusal: `import-stale`, `import-unchecked`, `not-allowed`.
    """
    by = Person.objects.get(pk=running.payload["by"])
    with running.completing():
        at = moment(None)
        next_number(TURN)
        importing = locked(Import(pk=running.payload["import"]))
        require_writer(by, importing, at)
        _require_checked(importing)
        _require_fresh(importing)
        writing, done, total = Writing(importing, by, at), 0, to_be_made(importing).count()
        for rows in _batches(importing):
            tell_progress(running.id, done, total)
            KINDS[importing.kind].write(writing, rows)
            done += len(rows)
            for row in rows:
                row.made = True
            # An upsert takes a tenth of the time of `bulk_update`, which builds a CASE per row and field.
            ImportRow.objects.bulk_create(
                rows, update_conflicts=True, unique_fields=["id"], update_fields=MADE
            )
        KINDS[importing.kind].finish(importing)
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


def require_writer(by: Person, importing: Import, at: dt.datetime) -> None:
    decided = KINDS[importing.kind].decided
    require(
        may_write_import(by, day_of(at), decided=decided, event=importing.event),
        what=_("write this import"),
        who=_("the Managing Executor") if decided else who_imports(importing.event),
        rule="IV",
    )


def _require_checked(importing: Import) -> None:
    if importing.state != Import.State.CHECKED:
        raise refused("import-unchecked", _("This import has not been checked."), _("Check it first."))


def _require_ready(importing: Import, without_wrong: bool) -> None:
    _require_checked(importing)
    _require_fresh(importing)
    counts = counts_of(importing)
    if counts["waiting"]:
        raise refused(
            "import-uncertain",
            ngettext(
                "One uncertain row needs a choice.",
                "%(count)s uncertain rows need a choice.",
                counts["waiting"],
            )
            % {"count": counts["waiting"]},
            _("Choose for each who it is, or leave the rest out."),
        )
    if counts["wrong"] and not without_wrong:
        raise refused(
            "import-wrong",
            ngettext("One row is wrong.", "%(count)s rows are wrong.", counts["wrong"])
            % {"count": counts["wrong"]},
            _("Correct them in the file and upload it again, or say that they are left out."),
        )
    if objections := KINDS[importing.kind].objections(importing):
        raise refused("import-contradicts", " ".join(objections), _("Change your choices."))
    if not to_be_made(importing).exists():
        raise refused(
            "import-empty",
            _("No row of this import would create anything."),
            _("There is nothing to write."),
        )


def is_stale(importing: Import) -> bool:
    """Whether something happened since the check that it would have had to know."""
    if importing.state != Import.State.CHECKED:
        return False
    kind, rows = KINDS[importing.kind], to_be_made(importing)
    if kind.makes_people and people_numbered() != importing.people_seen:
        return True
    taken_back = Q(club=None, values__has_key="club")
    if rows.filter(taken_back | Q(person=None) if kind.names_people else taken_back).exists():
        return True
    same = ImportRow.objects.filter(content=OuterRef("content"), of__state=Import.State.WRITTEN, made=True)
    return rows.filter(Exists(same)).exists()


def _require_fresh(importing: Import) -> None:
    if is_stale(importing):
        raise refused(
            "import-stale",
            _("Something was registered or imported after this import was checked."),
            _("Check it again. Nothing was written."),
        )


def refused(code: str, sentence: str, remedy: str, **facts: Any) -> Refusal:
    return Refusal(code=code, sentence=sentence, rule=str(RULE), remedy=remedy, facts=facts)
