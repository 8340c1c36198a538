"""A long job in parts, which any worker may carry out; the job itself puts them together.

Purpose: two workers share one long piece of work, and one that is killed loses only the part in its hands.
Invariants: a part is a job of its own, done exactly once; the long job does parts itself, so that it comes to
an end with one worker too; it shows how many are done, and cancelling it cancels what is left of them.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from sanctioning.kit.database_clock import Now
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.selectors import jobs_waiting
from sanctioning.kit.jobs.services.jobs import FREED, JobCancelled, RunningJob, enqueue_many, run_job

LOOK_AGAIN = 0.1  # seconds, while other workers have the last parts


class PartFailed(RuntimeError):
    """A part was tried as often as it may be; its own row says why."""


def carry_out_parts(
    running: RunningJob, *, kind: str, payloads: Mapping[str, Mapping[str, Any]]
) -> list[Job]:
    """Have every part done, by this worker or by others; gives their rows in the order of the payloads.

    `payloads` has each part by its key. One that failed or was cancelled before is tried afresh.
    """
    enqueue_many(kind=kind, payloads=payloads)
    parts = Job.objects.filter(kind=kind, key__in=payloads)
    _try_again(parts)
    try:
        while not _done(running, parts):
            if not _do_one(parts):
                time.sleep(LOOK_AGAIN)
    except JobCancelled:
        parts.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]).update(
            state=Job.State.CANCELLED, finished_at=Now(), **FREED
        )
        raise
    by_key = {part.key: part for part in parts}
    return [by_key[key] for key in payloads]


def _try_again(parts: Any) -> None:
    parts.filter(state__in=[Job.State.FAILED, Job.State.CANCELLED]).update(
        state=Job.State.QUEUED, attempts=0, due_at=Now(), finished_at=None
    )


def _done(running: RunningJob, parts: Any) -> bool:
    """Show how far it is; refuses to go on without a part that failed."""
    states = list(parts.values_list("state", flat=True))
    running.progress(states.count(Job.State.DONE), len(states))
    if Job.State.FAILED in states:
        failed = parts.filter(state=Job.State.FAILED).first()
        raise PartFailed(f"{failed}: {failed.error[-500:] if failed else ''}")
    return all(state == Job.State.DONE for state in states)


def _do_one(parts: Any) -> bool:
    """Carry out the first part that nobody has; tells whether there was one."""
    waiting = jobs_waiting().filter(pk__in=parts.values("pk")).values_list("pk", flat=True)
    return any(run_job(part) for part in waiting[:1])
