"""Leases of workers that are known to be dead."""

from __future__ import annotations

from django.db.models import Q

from sanctioning.kit.jobs.kinds import those_that_wait_for_others
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import FREED


def release_leases(*, waiting: bool | None = None) -> int:
    """Queue again whatever was running, where every worker is known to be dead: all, or either those that
    wait for others or those that do everything else."""
    jobs = Job.objects.all()
    if waiting is not None:
        of_waiting = Q(kind__in=those_that_wait_for_others())
        jobs = jobs.filter(of_waiting if waiting else ~of_waiting)
    freed = jobs.filter(state=Job.State.RUNNING).update(state=Job.State.QUEUED, **FREED)
    jobs.filter(state=Job.State.QUEUED).update(rung_at=None)
    return freed
