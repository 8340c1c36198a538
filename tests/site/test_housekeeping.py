"""What has served goes by itself, and what is still needed stays."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.housekeeping import BATCH, forget_done_jobs, forget_ended_sessions

NOW = timezone.now()


def job(key: str, state: str, days_ago: int, result: object = None) -> Job:
    ended = None if state == Job.State.QUEUED else NOW - dt.timedelta(days=days_ago)
    return Job(kind="tried", key=key, state=state, finished_at=ended, result=result)


@pytest.mark.both_databases
def test_jobs_long_done_go_and_others_stay(db: None, settings: Settings) -> None:
    settings.KEEP_JOBS_DAYS = 100
    Job.objects.bulk_create(
        [
            job("done long ago", Job.State.DONE, 101),
            job("cancelled long ago", Job.State.CANCELLED, 101),
            job("done lately", Job.State.DONE, 99),
            job("failed long ago", Job.State.FAILED, 101),
            job("waits", Job.State.QUEUED, 0),
            job("with its file", Job.State.DONE, 101, {"file": "papers/table.pdf"}),
            job("with a number", Job.State.DONE, 101, 7),
        ]
    )
    assert forget_done_jobs(at=NOW) == 3
    left = set(Job.objects.values_list("key", flat=True))
    assert left == {"done lately", "failed long ago", "waits", "with its file"}


def test_many_go_in_pieces(db: None, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    Job.objects.bulk_create(job(str(number), Job.State.DONE, 400) for number in range(BATCH + 5))
    assert forget_done_jobs(at=NOW) == BATCH + 5
    with django_assert_num_queries(1):
        assert forget_done_jobs(at=NOW) == 0


@pytest.mark.both_databases
def test_sessions_that_ended_go(db: None) -> None:
    for key, days in (("ended", -1), ("open", 1)):
        Session.objects.create(
            session_key=key, session_data="", expire_date=timezone.now() + dt.timedelta(days=days)
        )
    forget_ended_sessions()
    assert [session.session_key for session in Session.objects.all()] == ["open"]
