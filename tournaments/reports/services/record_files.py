"""Records sent in as files for the games of an event.

Purpose: each file ends where a single record ends (`take_report`), or is refused with the reason and the
place, or waits until the director says which game it is of.
Invariants: a file is read once, whatever dies on the way; a report that stands is never replaced by a file
without somebody saying so; the same record sent again is the report that stands.
Terms: certain (the record names the game, or its players sit at one open game of the event and no other).
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.formats.format import FormatCheck
from tournaments.formats.record_check import check_of_sent_record
from tournaments.games.models import Game
from tournaments.games.record_names import record_name
from tournaments.reports.archives import ArchivedRecord, files_of
from tournaments.reports.models.record_files import RecordBatch, RecordFile
from tournaments.reports.models.report import Report
from tournaments.reports.services.reports import take_report

RECORDS_JOB: Final = "tournaments.read-records"
AT_ONCE: Final = 10  # files that are read while their sender waits; more are a job
State = RecordFile.State
TAKES_REPORTS: Final = (Game.State.OPEN, Game.State.REPORTED)


def send_records(
    *, by: Person, event: Event, sent: Sequence[tuple[str, bytes]], at: dt.datetime | None = None
) -> RecordBatch:
    """Keep the files and read them, at once or by a job.

    Raises:
        Refusal: `no-files`, `not-allowed`, `upload-too-large`.
    """
    at = moment(at)
    require_director(by=by, event=event, at=at)
    files = files_of(sent)
    with transaction.atomic():
        batch = RecordBatch.objects.create(event=event, sent_by=by, sent_at=at)
        RecordFile.objects.bulk_create(
            _file(batch, number, file) for number, file in enumerate(files, start=1)
        )
        if len(files) > AT_ONCE:
            batch.job = enqueue(
                kind=RECORDS_JOB, key=str(batch.pk), payload={"batch": batch.pk}, by=by.account
            )
            batch.save(update_fields=["job"])
        note(by=by, at=at, action="send records", thing=batch, after={"files": len(files)})
    if len(files) <= AT_ONCE:
        for file in waiting_files(batch):
            read_file(file)
    return batch


def read_records(running: RunningJob) -> None:
    """Read what still waits of a batch; one that dies over it leaves the rest to the next."""
    batch = RecordBatch.objects.get(pk=running.payload["batch"])
    files, total = waiting_files(batch), batch.files.count()
    for done, file in enumerate(files, start=total - len(files)):
        running.progress(done, total)
        read_file(file)
    running.progress(total, total)


def waiting_files(batch: RecordBatch) -> list[RecordFile]:
    files = batch.files.filter(state=State.WAITING).select_related("batch__event__club", "batch__sent_by")
    return list(files.order_by("number"))


def read_file(file: RecordFile) -> None:
    """Read one file and take it in if it is certain whose it is."""
    event, data = file.batch.event, bytes(file.data)
    try:
        check = check_of_sent_record(event, data)
        game, why = _game_of(event, json.loads(data), check)
        if game is None:
            _keep(file, State.UNMATCHED, sentence=why, remedy=_("Choose its game, or set it aside."))
            return
        _take(file, game, by=file.batch.sent_by)
    except Refusal as refusal:
        _refuse(file, refusal)


@transaction.atomic
def assign_file(
    *, by: Person, file: RecordFile, game: Game | None, at: dt.datetime | None = None
) -> RecordFile:
    """Say which game an unmatched file is of; it takes the place of a report that stands there.

    Raises:
        Refusal: `file-settled`, `game-unknown`, `not-allowed` and what `take_report` raises.
    """
    at = moment(at)
    file = _unmatched(by, file, at)
    if game is None or game.event_id != file.batch.event_id:
        raise Refusal(
            code="game-unknown",
            sentence=_("No game is chosen."),
            rule=_("A record is the report of one game of its event."),
            remedy=_("Choose the game that was played."),
            status=422,
        )
    note(
        by=by,
        at=at,
        action="match record",
        thing=file.batch,
        after={"file": file.path, "game": game.name_in_records},
    )
    _take(file, game, by=by)
    return file


@transaction.atomic
def discard_file(*, by: Person, file: RecordFile, at: dt.datetime | None = None) -> RecordFile:
    """Set an unmatched file aside.

    Raises:
        Refusal: `file-settled`, `not-allowed`.
    """
    at = moment(at)
    file = _unmatched(by, file, at)
    note(by=by, at=at, action="set record aside", thing=file.batch, after={"file": file.path})
    return _keep(file, State.REFUSED, code="set-aside", sentence=_("It was set aside."))


def require_director(*, by: Person, event: Event, at: dt.datetime) -> None:
    """Whoever runs the event sends in its records.

    Raises:
        Refusal: `not-allowed`.
    """
    require(
        may_run_event(by, day_of(at), event),
        what=_("send in the records of this event"),
        who=_("somebody who runs the club"),
        rule="I/Scorekeeper and First Dealer",
    )


def _file(batch: RecordBatch, number: int, file: ArchivedRecord) -> RecordFile:
    if file.refused:
        return RecordFile(
            batch=batch,
            number=number,
            path=file.path[:300],
            state=State.REFUSED,
            code="no-record",
            sentence=file.refused,
            remedy=_("Send the record itself, in the format of the event."),
        )
    return RecordFile(batch=batch, number=number, path=file.path[:300], data=file.data)


def _game_of(event: Event, record: Any, check: FormatCheck) -> tuple[Game | None, str]:
    """The game of a record where that is certain, or why it is not."""
    games = list(event.games.exclude(state=Game.State.VOID).prefetch_related("players"))
    named = [game for game in games if record_name(game) == record.get("id")]
    known = {game.pk: {player.record_id for player in game.players.all()} for game in games}
    fitting = [game for game in games if set(check.players) <= known[game.pk] and game.state in TAKES_REPORTS]
    if named:
        return _if_not_reported(named[0], record)
    if len(fitting) == 1:
        return _if_not_reported(fitting[0], record)
    if not fitting:
        return None, _("No game of this event that takes a report has these players.")
    return None, _(
        "These players sit at several games of this event, and the record does not name one of them."
    )


def _if_not_reported(game: Game, record: Any) -> tuple[Game | None, str]:
    """The game, unless another report stands there already."""
    current = game.reports.filter(current=True).first()
    if current is None or json.loads(bytes(current.record)) == record:
        return game, ""
    words = _("%(game)s already has a report, and this record is different.")
    return None, words % {"game": game.name_in_records}


def _take(file: RecordFile, game: Game, *, by: Person) -> None:
    data = bytes(file.data)
    report = game.reports.filter(current=True, sha256=hashlib.sha256(data).hexdigest()).first()
    if report is None:
        key = f"records-{file.batch_id}-{file.number}"
        report = take_report(
            by=by, game=game, data=data, idempotency_key=key, reason=_("Chosen to replace the report.")
        )
    _keep(file, State.TAKEN, report=report)


def _refuse(file: RecordFile, refusal: Refusal) -> None:
    pointer = str(refusal.facts.get("pointer", ""))[:300]
    _keep(
        file,
        State.REFUSED,
        code=refusal.code,
        sentence=refusal.sentence,
        remedy=refusal.remedy,
        pointer=pointer,
    )


def _keep(
    file: RecordFile,
    state: str,
    *,
    report: Report | None = None,
    code: str = "",
    sentence: str = "",
    remedy: str = "",
    pointer: str = "",
) -> RecordFile:
    file.state, file.report = state, report
    file.code, file.sentence, file.remedy, file.pointer = code, sentence, remedy, pointer
    if state == State.TAKEN:
        file.data = b""
    file.save()
    return file


def _unmatched(by: Person, file: RecordFile, at: dt.datetime) -> RecordFile:
    """The file, locked, while nobody has said whose it is."""
    files = RecordFile.objects.select_related("batch__event__club", "batch__sent_by")
    file = files.select_for_update(of=("self",), no_key=True).get(pk=file.pk)
    require_director(by=by, event=file.batch.event, at=at)
    if file.state != State.UNMATCHED:
        raise Refusal(
            code="file-settled",
            sentence=_("Somebody has already dealt with this file."),
            rule=_("A record is the report of one game of its event."),
            remedy=_("See what happened to it."),
        )
    return file


RECORD_FILE_ACTS: Final[dict[str, Callable[[Person, RecordFile, Game | None], RecordFile]]] = {
    "assign": lambda by, file, game: assign_file(by=by, file=file, game=game),
    "discard": lambda by, file, _game: discard_file(by=by, file=file),
}
