"""Who may watch the jobs."""

from __future__ import annotations

import datetime as dt

from sanctioning.offices.permissions import JOB_WATCHERS, holds
from sanctioning.people.models.person import Person


def may_watch_jobs(person: Person | None, day: dt.date) -> bool:
    """Who sees and cancels whatever long work is under way; the one who asked for it may do so too."""
    return holds(person, day, *JOB_WATCHERS)
