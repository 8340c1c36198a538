"""How far a job is that does everything in one transaction, of which nobody sees anything before it ends.

Invariant: nothing depends on it; where nothing is told, people see that the job runs.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.core.cache import caches

from sanctioning.kit.jobs.models import Job

KEPT: Final = dt.timedelta(hours=1)


def tell_progress(job_id: int, done: int, total: int) -> None:
    caches["progress"].set(f"job-{job_id}", (done, total), KEPT.total_seconds())


def progress_of(job: Job) -> tuple[int, int]:
    """How much is done, and of how much; nothing of nothing while nobody knows."""
    known = (job.progress_done, job.progress_total)
    if job.state != Job.State.RUNNING or job.progress_total:
        return known
    step_and_total: tuple[int, int] = caches["progress"].get(f"job-{job.pk}", known)
    return step_and_total
