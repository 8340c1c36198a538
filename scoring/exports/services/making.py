"""Making the files of exports: asked for by the clock, carried out by a job, each once.

Invariants: a job has the key of its export and of what it is due for, and a run is unique for both; so
whatever asks twice, or dies half-way, makes one file. Whether the owner may still see it is asked each time.
"""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO, Final

from django.core.files.storage import default_storage
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from sanctioning.identity.lookup import language_for
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import beginning_of, day_of, moment
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.messages.services.messages import send
from sanctioning.kit.storage import delete_stored, keep_file
from sanctioning.people.models.person import Person
from scoring.exports.contents import Pieces, pieces_of
from scoring.exports.mail_files import MOST_ENCLOSED
from scoring.exports.models import Export, ExportRun
from scoring.exports.permissions import may_export
from scoring.exports.schedule import next_day
from scoring.exports.titles import title_of
from scoring.rosters.selectors.rosters import latest_published

EXPORT_JOB: Final = "scoring.export"
KEPT_DAYS: Final = 30
LOG_DAYS: Final = 400
MOST_BYTES: Final = 200 * 10**6
AFTER_EVENT: Final = dt.timedelta(days=7)
State = ExportRun.State
PARTS: Final = ("owner__account", "owner__private", "owner__merged_into__account", "event__club")


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeFile:
    """What came of a run; `name` is empty where there is no file."""

    state: str
    name: str = ""
    sha256: str = ""
    size: int = 0


def ask_for_run(export: Export, due: str) -> Job:
    """In the caller's transaction; asked for twice it is one."""
    payload = {"export": export.pk, "due": due}
    return enqueue(kind=EXPORT_JOB, key=f"{export.pk}/{due}", payload=payload, by=export.owner.account)


def is_under_way(export: Export) -> bool:
    unfinished = Job.objects.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING))
    return unfinished.filter(kind=EXPORT_JOB, key__startswith=f"{export.pk}/").exists()


def make_what_is_due(*, at: dt.datetime | None = None) -> int:
    """Ask for the files that are due, each once however often the clock strikes; gives how many exports.

    After days without a clock, one file is made, not one for each day.
    """
    at = moment(at)
    active = Export.objects.filter(paused_at=None, stopped="")
    due = list(active.filter(next_on__lte=day_of(at)).values_list("pk", flat=True))
    return sum(_ask_if_due(key, at) for key in due) + _ask_for_rosters()


def _ask_if_due(key: int, at: dt.datetime) -> bool:
    day = day_of(at)
    with transaction.atomic():
        locked = Export.objects.select_for_update(of=("self",), no_key=True).select_related("owner__account")
        export = locked.filter(pk=key, paused_at=None, stopped="", next_on__lte=day).first()
        if export is None or export.next_on is None:
            return False
        ask_for_run(export, export.next_on.isoformat())
        export.next_on = next_day(export.every, day)
        export.save(update_fields=["next_on"])
    return True


def _ask_for_rosters() -> int:
    """For exports that follow rosters: the one published last, where it was published since they began."""
    asked, latest = 0, latest_published()
    following = Export.objects.filter(every=Export.Every.ROSTER, paused_at=None, stopped="")
    for export in following.select_related("owner__account"):
        roster = latest.get(export.card_game)
        if roster is None or roster.published_at is None or roster.published_at < export.follows_from:
            continue
        due = f"roster {roster.as_of}"
        if not Job.objects.filter(kind=EXPORT_JOB, key=f"{export.pk}/{due}").exists():
            with transaction.atomic():
                ask_for_run(export, due)
            asked += 1
    return asked


def make_file(running: RunningJob) -> None:
    """Make one file and say so by mail, or stop the export where its owner may not see it any more."""
    export = Export.objects.select_related(*PARTS).filter(pk=running.payload["export"]).first()
    at = moment(None)
    if export is None or export.is_off:
        return
    why = why_stopped(export, at)
    if why:
        with running.completing():
            _stop(export.pk, why, at)
        return
    due = running.payload["due"]
    try:
        made = _file_of(export, due)
    except Exception:
        if running.attempt >= running.kind.attempts:
            _log(export, due, MadeFile(state=State.FAILED), at)
        raise
    with running.completing():
        if not Export.objects.select_for_update(no_key=True).filter(pk=export.pk).exists():
            if made.name:
                default_storage.delete(made.name)
            return
        run = _log(export, due, made, at)
        if export.way == Export.Way.MAIL:
            _tell(export, run, at)


def _file_of(export: Export, due: str) -> MadeFile:
    """The file as things are now, in the language of the owner."""
    with tempfile.TemporaryFile() as file, override(language_for(export.owner.identity)):
        pieces = pieces_of(export)
        if pieces is None:
            return MadeFile(state=State.NOTHING)
        if not _written(file, pieces):
            return MadeFile(state=State.TOO_LARGE)
        size = file.tell()
        stem = f"exports/{export.pk}-{due.replace(' ', '-').replace(':', '')}"
        kept = keep_file(stem, file, f".{export.file}")
    return MadeFile(state=State.MADE, name=kept.name, sha256=kept.sha256, size=size)


def why_stopped(export: Export, at: dt.datetime) -> str:
    """Why it makes no more files; empty where it does."""
    owner = export.owner.identity
    if owner.account is None or not owner.account.is_active:
        return Export.Stopped.ACCOUNT
    if not may_export(owner, day_of(at), export.event):
        return Export.Stopped.RIGHT
    if export.event is not None and export.event.ends_at + AFTER_EVENT < at:
        return Export.Stopped.OVER
    return ""


def make_files_again(person: Person) -> None:
    """Delete what may name somebody who is shown in another way from now on, and make it again where it can
    be downloaded; told in the transaction of that act. A published roster keeps what it says."""
    naming = ExportRun.objects.exclude(export__what=Export.What.ROSTER).exclude(file="")
    runs = list(naming.select_for_update(of=("self",), no_key=True).select_related("export__owner__account"))
    _delete_files(runs)
    due = f"again {timezone.now():%Y-%m-%dT%H:%M:%S.%f}"
    linked = {run.export for run in runs if run.export.link_until is not None and not run.export.is_off}
    for export in linked:
        if export.way == Export.Way.LINK:
            ask_for_run(export, due)


@transaction.atomic
def remove_old_files(*, at: dt.datetime | None = None) -> int:
    """Delete the files whose days are over, and much later what the log says of them; gives how many."""
    day = day_of(moment(at))
    over = list(ExportRun.objects.filter(kept_until__lt=day).exclude(file="").select_for_update(no_key=True))
    _delete_files(over)
    long_ago = beginning_of(day - dt.timedelta(days=LOG_DAYS))
    ExportRun.objects.filter(file="", at__lt=long_ago).delete()
    return len(over)


def _delete_files(runs: Iterable[ExportRun]) -> None:
    for run in runs:
        name, run.file = run.file, ""
        run.save(update_fields=["file"])
        delete_stored(name)


def _written(file: IO[bytes], pieces: Pieces) -> bool:
    """Whether it all fits."""
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > MOST_BYTES:
            return False
        file.write(piece)
    return True


def _log(export: Export, due: str, made: MadeFile, at: dt.datetime) -> ExportRun:
    values = {
        "at": at,
        "state": made.state,
        "file": made.name,
        "sha256": made.sha256,
        "size": made.size,
        "kept_until": day_of(at) + dt.timedelta(days=KEPT_DAYS),
    }
    run, _new = ExportRun.objects.update_or_create(export=export, due=due, defaults=values)
    return run


def _tell(export: Export, run: ExportRun, at: dt.datetime) -> None:
    send(
        to=export.owner,
        kind="export-made",
        about=run,
        path=reverse("export", args=[export.pk]),
        context={"title": _title(export), "run": run, "enclosed": run.size <= MOST_ENCLOSED},
        thread=export,
        at=at,
    )


def _stop(key: int, why: str, at: dt.datetime) -> None:
    """Make no more files, and say why to its owner."""
    export = Export.objects.select_for_update(of=("self",), no_key=True).select_related(*PARTS).get(pk=key)
    if export.stopped:
        return
    export.stopped = why
    export.save(update_fields=["stopped"])
    note(by=None, at=at, action="stop export", thing=export, after={"stopped": why})
    send(
        to=export.owner,
        kind="export-stopped",
        about=export,
        occasion=at.isoformat(),
        path=reverse("export", args=[export.pk]),
        context={"title": _title(export), "why": Export.Stopped(why).label},
        at=at,
    )


def _title(export: Export) -> str:
    """In the language of its owner."""
    with override(language_for(export.owner.identity)):
        return title_of(export)
