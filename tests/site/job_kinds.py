"""Kinds of job that exist only for tests; a worker under test is told to read this module."""

from __future__ import annotations

import os
import signal
import time

from django.db import connection

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import RunningJob, job

EFFECTS = "test_job_effect"


def make_effects_table() -> None:
    """A table that takes the same line as often as it is written, so that a job done twice shows."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE IF NOT EXISTS {EFFECTS} (job_key varchar(200), attempt integer)")
        cursor.execute(f"DELETE FROM {EFFECTS}")


def effects() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT job_key FROM {EFFECTS} ORDER BY job_key")
        return [key for (key,) in cursor.fetchall()]


def write_effect(running: RunningJob) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {EFFECTS} VALUES (%s, %s)", [running.key, running.attempt])


@job("test.note")
def note(running: RunningJob) -> None:
    """Takes as long as its payload says, then leaves one line."""
    time.sleep(running.payload.get("seconds", 0))
    with running.completing():
        write_effect(running)
        running.result = {"attempt": running.attempt}


@job("test.fail", attempts=3)
def fail(running: RunningJob) -> None:
    with running.completing():
        write_effect(running)
        raise ValueError("the ink ran out")


@job("test.steps")
def steps(running: RunningJob) -> None:
    total = running.payload["steps"]
    for done in range(1, total + 1):
        running.progress(done, total)
        if done == running.payload.get("cancelled_at"):
            Job.objects.filter(pk=running.id).update(
                state="cancelled", finished_at="2026-01-01T00:00Z", token=None, lease_until=None
            )
    write_effect(running)


@job("test.kill_worker", attempts=2)
def kill_worker(running: RunningJob) -> None:
    """Dies like a machine that loses its power, the first time; with `always`, every time."""
    if running.attempt == 1 or running.payload.get("always"):
        os.kill(os.getpid(), signal.SIGKILL)
    with running.completing():
        write_effect(running)
