"""Rows that have served: jobs long done, and sessions that ended.

A job tells by its key that something was asked for before, so it stays for as long as anything could ask for
the same again. One whose file is served from it stays with its file.
"""

from __future__ import annotations

import datetime as dt
from importlib import import_module
from typing import Final

from django.conf import settings

from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.models import Job

BATCH: Final = 1000
OVER: Final = (Job.State.DONE, Job.State.CANCELLED)


def forget_done_jobs(*, at: dt.datetime | None = None) -> int:
    """Those that ended before `SAAS_KEEP_JOBS_DAYS`, few at a time; gives how many. What failed stays."""
    ended = moment(at) - dt.timedelta(days=settings.KEEP_JOBS_DAYS)
    served = Job.objects.filter(state__in=OVER, finished_at__lt=ended).exclude(result__has_key="file")
    gone = 0
    while ids := list(served.order_by("finished_at", "id").values_list("pk", flat=True)[:BATCH]):
        gone += Job.objects.filter(pk__in=ids, state__in=OVER).delete()[1].get("sanctioning.Job", 0)
    return gone


def forget_ended_sessions() -> None:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
