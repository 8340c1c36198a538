"""Jobs: asked for in a request, carried out by a worker, each exactly once.

The job table is the truth, Celery carries jobs out, the broker only says that there are some.
- `enqueue` writes the row in the caller's transaction and rings (tells a worker) after its commit; if nobody
  hears, nothing is lost, for the sweeper (`ring_waiting`) rings again for whatever is queued or ran out
  of its lease.
- `run_job` claims the row by one conditional update that sets a lease and a fencing token. The slow part of a
  handler stands outside any transaction; its effects and the row's `done` commit together in `completing()`,
  which first proves that the token is still the row's own.
So a worker that dies half-way did nothing, and one that comes back from the dead cannot do it a second time.
Leases and due times are told by the database's clock: those of its hosts may differ by minutes.
"""

from __future__ import annotations

import datetime as dt
import logging
import traceback
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django_guid import get_guid, set_guid
from kombu.exceptions import KombuError

from sanctioning.accounts.models.account import Account
from sanctioning.kit.audit.services import note
from sanctioning.kit.database_clock import Now
from sanctioning.kit.jobs.kinds import (
    JOB_KINDS,
    QUEUE_OF_WAITING,
    JobKind,
    forgets,
    job,
    kind_named,
)
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.selectors import jobs_to_ring, jobs_waiting
from sanctioning.kit.practice_database import practising
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person

__all__ = [
    "JobCancelled",
    "JobLost",
    "RunningJob",
    "cancel_job",
    "claim",
    "enqueue",
    "enqueue_many",
    "hold_queued",
    "job",
    "ring_waiting",
    "run_job",
    "run_waiting",
    "try_again",
]

log = logging.getLogger(__name__)

CARRY_OUT = "sanctioning.carry_out"
ERROR_CHARACTERS = 8000
FREED: dict[str, Any] = {"token": None, "lease_until": None}


class JobLost(Exception):
    """The job is no longer this worker's: its lease ran out and another took it over."""


class JobCancelled(JobLost):
    """Somebody cancelled the job while it ran."""


def enqueue(
    *, kind: str, key: str, payload: Mapping[str, Any] | None = None, by: Account | None = None
) -> Job:
    """Ask for a job, once however often it is asked for; rings when the caller's transaction commits."""
    kind_named(kind)
    row, _ = Job.objects.get_or_create(
        kind=kind,
        key=key,
        defaults={"payload": dict(payload or {}), "created_by": by, **_asked_for_now()},
    )
    if row.state == Job.State.QUEUED:
        transaction.on_commit(partial(ring, row.pk, kind))
    return row


def _asked_for_now() -> dict[str, Any]:
    return {"due_at": Now(), "rung_at": Now(), "request_id": get_guid() or ""}


def enqueue_many(*, kind: str, payloads: Mapping[str, Mapping[str, Any]], by: Account | None = None) -> None:
    """Ask for many jobs of a kind at once, by their keys, in a constant number of queries."""
    kind_named(kind)
    if not payloads:
        return
    Job.objects.bulk_create(
        (
            Job(kind=kind, key=key, payload=dict(payload), created_by=by, **_asked_for_now())
            for key, payload in payloads.items()
        ),
        ignore_conflicts=True,
    )
    queued = Job.objects.filter(kind=kind, key__in=list(payloads), state=Job.State.QUEUED)
    for job_id in queued.values_list("pk", flat=True):
        transaction.on_commit(partial(ring, job_id, kind))


def hold_queued(*, kind: str, keys: Iterable[str]) -> set[str]:
    """Those jobs that no worker begins before the caller's transaction ends, by their keys."""
    queued = Job.objects.filter(kind=kind, key__in=keys, state=Job.State.QUEUED, attempts=0)
    # One that is locked is with its worker already, and has begun.
    queued = queued.order_by("pk").select_for_update(no_key=True, skip_locked=True)
    return set(queued.values_list("key", flat=True))


def ring(job_id: int, kind: str) -> bool:
    """Tell a worker of the job, one that carries out its kind. A broker that is down is noted, never an
    error: the sweeper rings again."""
    if practising():
        return False
    queue = current_app.conf.task_default_queue
    if kind in JOB_KINDS and JOB_KINDS[kind].waits_for_others:
        queue = QUEUE_OF_WAITING.format(queue)
    try:
        current_app.send_task(CARRY_OUT, args=[job_id], queue=queue)
    except (KombuError, OSError) as silent:
        log.warning("The broker does not answer, job %s waits for the sweeper: %s", job_id, silent)
        Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(rung_at=None)
        return False
    return True


def ring_waiting(limit: int = 1000) -> int:
    """The sweeper: ring for jobs that wait and were not rung for lately; tells for how many."""
    rung = []
    for job_id, kind in jobs_to_ring().values_list("pk", "kind")[:limit]:
        if not ring(job_id, kind):
            break
        rung.append(job_id)
    Job.objects.filter(pk__in=rung).update(rung_at=Now())
    return len(rung)


class RunningJob:
    """A job in the hands of the worker that holds its token."""

    def __init__(self, row: Job, kind: JobKind, token: uuid.UUID) -> None:
        self.id = row.pk
        self.kind = kind
        self.key = row.key
        self.payload: dict[str, Any] = row.payload
        self.created_by_id: int | None = row.created_by_id
        self.request_id = row.request_id
        self.attempt = row.attempts + 1
        self.result: Any = None
        self.completed = False
        self._token = token

    def _own(self) -> QuerySet[Job]:
        return Job.objects.filter(pk=self.id, state=Job.State.RUNNING, token=self._token)

    def _gone(self) -> JobLost:
        if Job.objects.filter(pk=self.id, state=Job.State.CANCELLED).exists():
            return JobCancelled(f"Job {self.id} was cancelled.")
        return JobLost(f"Job {self.id} is another worker's now.")

    def progress(self, done: int, total: int) -> None:
        """Show how far it is and extend the lease; raises `JobCancelled` or `JobLost` if it must stop."""
        updated = self._own().update(
            progress_done=done, progress_total=total, lease_until=Now() + self.kind.lease
        )
        if not updated:
            raise self._gone()

    @contextmanager
    def completing(self) -> Iterator[None]:
        """The transaction in which the handler's effects and `done` commit together, or neither.

        The first statement proves the token and locks the row, so nobody can cancel or take over meanwhile.
        """
        with transaction.atomic(durable=True):
            done = self._own().update(
                state=Job.State.DONE,
                finished_at=Now(),
                progress_done=F("progress_total"),
                error="",
                **_forgotten(self.kind),
                **FREED,
            )
            if not done:
                raise self._gone()
            yield
            if self.result is not None:
                Job.objects.filter(pk=self.id).update(result=self.result)
        self.completed = True

    def put_off(self, pause: dt.timedelta, *, because: str) -> None:
        """Queue it again after a pause, though nothing failed here; in the caller's transaction."""
        if not self._own().update(error=because, **_queued_after(pause), **FREED):
            raise self._gone()
        self.completed = True

    def wait_its_turn(self) -> None:
        """Queue it again behind the others of its kind, as if it had not begun; whoever goes on rings."""
        queued = {"state": Job.State.QUEUED, "due_at": Now(), "rung_at": Now(), **FREED}
        if not self._own().update(attempts=F("attempts") - 1, **queued):
            raise self._gone()
        self.completed = True

    def give_back(self, failure: Exception) -> None:
        """Keep what went wrong; queue it again after a pause, unless it was the last try or a refusal."""
        if isinstance(failure, Refusal) or self.attempt >= self.kind.attempts:
            after = {"state": Job.State.FAILED, "finished_at": Now(), **_forgotten(self.kind)}
        else:
            after = _queued_after(self.kind.pause_after(self.attempt))
        error = type(failure).__name__ if "payload" in after else _text_of(failure)
        self._own().update(error=error, **after, **FREED)


def _queued_after(pause: dt.timedelta) -> dict[str, Any]:
    return {"state": Job.State.QUEUED, "due_at": Now() + pause, "rung_at": None}


def _forgotten(kind: JobKind) -> dict[str, Any]:
    """What is emptied when a job of this kind is over."""
    return {"payload": {}} if kind.forgets else {}


def _text_of(failure: Exception) -> str:
    if isinstance(failure, Refusal):
        return str(failure)
    return "".join(traceback.format_exception(failure))[-ERROR_CHARACTERS:]


def claim(job_id: int) -> RunningJob | None:
    """Take a waiting job over: of all who try at once, one gets it and the others get None."""
    waiting = jobs_waiting().filter(pk=job_id)
    row = waiting.first()
    if row is None:
        return None
    kind = kind_named(row.kind)
    if row.attempts >= kind.attempts:
        _give_up(waiting, row)
        return None
    token = uuid.uuid4()
    won = waiting.update(
        state=Job.State.RUNNING,
        token=token,
        lease_until=Now() + kind.lease,
        attempts=F("attempts") + 1,
        started_at=Now(),
        progress_done=0,
        progress_total=0,
    )
    return RunningJob(row, kind, token) if won else None


def _give_up(waiting: QuerySet[Job], row: Job) -> None:
    """A job whose every worker died over it: nothing is left that could write its failure down."""
    kind = kind_named(row.kind)
    before = "" if kind.forgets else row.error
    error = f"Tried {row.attempts} times; the worker died or fell silent each time. {before}".strip()
    waiting.update(state=Job.State.FAILED, finished_at=Now(), error=error, **_forgotten(kind), **FREED)


def run_job(job_id: int) -> bool:
    """Carry a job out if it waits; tells whether it was this call that did."""
    running = claim(job_id)
    if running is None:
        return False
    # What it logs and asks for has the number of the request that asked for it, or one of its own.
    set_guid(running.request_id or uuid.uuid4().hex)
    try:
        running.kind.handler(running)
        if not running.completed:
            with running.completing():
                pass
    except JobLost as lost:
        log.info("%s", lost)
        return False
    except Exception as failure:
        log.exception("Job %s (%s %s) failed", running.id, running.kind.name, running.key)
        running.give_back(failure)
    return True


def run_waiting(*kinds: str) -> int:
    """Carry out here and now whatever waits, also what that asks for; for commands that have no worker.

    Where kinds are named, only jobs of these.
    """
    of_kinds = Q(kind__in=kinds) if kinds else Q()
    carried_out = 0
    while ids := list(jobs_waiting().filter(of_kinds).values_list("pk", flat=True)):
        carried_out += sum(run_job(job_id) for job_id in ids)
    return carried_out


def cancel_job(*, by: Account | None, job: Job) -> None:
    """Stop a job that is not over; a worker that has it notices at its next progress, and commits nothing.

    Raises:
        Refusal: `job-over`.
    """
    unfinished = Q(state__in=[Job.State.QUEUED, Job.State.RUNNING])
    now = timezone.now()
    with transaction.atomic():
        before = Job.objects.values_list("state", flat=True).get(pk=job.pk)
        ended: dict[str, Any] = {"payload": {}, "error": ""} if forgets(job.kind) else {}
        stopped = Job.objects.filter(unfinished, pk=job.pk).update(
            state=Job.State.CANCELLED, finished_at=now, **ended, **FREED
        )
        job.refresh_from_db()
        if stopped:
            note(
                by=_person_of(by),
                at=now,
                action="cancel job",
                thing=job,
                before={"state": before, "done": job.progress_done, "of": job.progress_total},
                after={"state": job.get_state_display()},
            )
    if not stopped:
        raise Refusal(
            code="job-over",
            sentence=_("This job is already %(state)s and can no longer be cancelled.")
            % {"state": job.get_state_display()},
            rule=_("A finished job stays as it is."),
            remedy=_("Look at what it did. If that is wrong, correct the result."),
        )
    log.info("Job %s cancelled by %s", job.pk, by)


def try_again(*, by: Account | None, job: Job) -> None:
    """Queue a job that failed or was cancelled afresh, with all its attempts.

    Raises:
        Refusal: `job-forgotten`, `job-not-failed`.
    """
    if forgets(job.kind):
        raise Refusal(
            code="job-forgotten",
            sentence=_("What this job needs has been deleted."),
            rule=_("The address typed for a new password is deleted when the job ends."),
            remedy=_("Ask the person to request a new password again on the sign-in page."),
        )
    over = Q(state__in=[Job.State.FAILED, Job.State.CANCELLED])
    now = timezone.now()
    with transaction.atomic():
        queued = Job.objects.filter(over, pk=job.pk).update(
            state=Job.State.QUEUED, attempts=0, due_at=Now(), rung_at=Now(), finished_at=None
        )
        if queued:
            before = job.state
            job.refresh_from_db()
            note(
                by=_person_of(by),
                at=now,
                action="try job again",
                thing=job,
                before={"state": before},
                after={"state": job.get_state_display()},
            )
            transaction.on_commit(partial(ring, job.pk, job.kind))
    job.refresh_from_db()
    if not queued:
        raise Refusal(
            code="job-not-failed",
            sentence=_("This job is %(state)s. Only jobs that failed or were cancelled can be tried again.")
            % {"state": job.get_state_display()},
            rule=_("A job is done once."),
            remedy=_("Wait until it has finished."),
        )
    log.info("Job %s tried again by %s", job.pk, by)


def _person_of(account: Account | None) -> Person | None:
    """Whose account it is; nobody for the operator's own."""
    return Person.objects.filter(account=account).first() if account else None
