"""Jobs, as the worker's own code sees them: asked for once, claimed once, completed once, failing aloud."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from celery import Celery
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from kombu.utils import functional
from pytest_django import DjangoCaptureOnCommitCallbacks
from redis.connection import Connection

from config.settings.broker import redis_broker
from sanctioning.accounts.models.account import Account
from sanctioning.kit.jobs.kinds import JOB_KINDS, MAIL_JOB, UnknownKind, kind_named, title_of
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.selectors import jobs_to_ring, jobs_waiting
from sanctioning.kit.jobs.services import jobs
from sanctioning.kit.jobs.services.leases import release_leases
from sanctioning.kit.refusals import Refusal
from tests.site.job_kinds import effects, make_effects_table

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _effects_table(db: None) -> None:
    make_effects_table()


def ask(key: str = "one", kind: str = "test.note", **payload: Any) -> Job:
    return jobs.enqueue(kind=kind, key=key, payload=payload)


def lapse(job: Job) -> None:
    """As if the worker that had the job had died some time ago."""
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - dt.timedelta(seconds=1))


def make_due(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now() - dt.timedelta(seconds=1))


class TestAsking:
    def test_sent_twice_is_one_job(self) -> None:
        assert ask(seconds=0) == ask(seconds=0)
        assert Job.objects.count() == 1

    def test_rings_when_the_transaction_commits(
        self, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
    ) -> None:
        with django_capture_on_commit_callbacks() as rings:
            ask()
        assert len(rings) == 1

    def test_a_job_that_is_over_is_not_rung_for(
        self, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
    ) -> None:
        job = ask()
        jobs.run_job(job.pk)
        with django_capture_on_commit_callbacks() as rings:
            assert ask() == job
        assert rings == []

    def test_an_unknown_kind_is_told_at_once(self) -> None:
        with pytest.raises(UnknownKind, match=r"test\.nothing"):
            ask(kind="test.nothing")

    def test_is_called_by_the_title_of_its_kind_also_where_no_app_knows_the_kind_any_more(self) -> None:
        assert title_of(MAIL_JOB) == JOB_KINDS[MAIL_JOB].title != MAIL_JOB
        assert title_of("test.nothing") == "test.nothing"

    def test_remembers_who_asked(self) -> None:
        clerk = Account.objects.create_user("clerk@example.org")
        job = jobs.enqueue(kind="test.note", key="one", by=clerk)
        assert jobs.claim(job.pk).created_by_id == clerk.pk  # type: ignore[union-attr]


class TestCarryingOut:
    def test_effect_and_done_together(self) -> None:
        job = ask()
        assert jobs.run_job(job.pk)
        job.refresh_from_db()
        assert (job.state, job.attempts, job.result) == ("done", 1, {"attempt": 1})
        assert job.token is None
        assert job.finished_at is not None
        assert effects() == ["one"]

    def test_done_once(self) -> None:
        job = ask()
        assert [jobs.run_job(job.pk), jobs.run_job(job.pk)] == [True, False]
        assert effects() == ["one"]

    def test_a_handler_without_effects_of_its_own_is_completed(self) -> None:
        job = ask(kind="test.steps", steps=3)
        jobs.run_job(job.pk)
        job.refresh_from_db()
        assert (job.state, job.progress_done, job.progress_total) == ("done", 3, 3)

    def test_all_that_waits(self) -> None:
        for number in range(5):
            ask(key=str(number))
        assert jobs.run_waiting() == 5
        assert effects() == ["0", "1", "2", "3", "4"]


class TestFencing:
    def test_a_claimed_job_is_nobody_elses(self) -> None:
        job = ask()
        assert jobs.claim(job.pk) is not None
        assert jobs.claim(job.pk) is None

    def test_one_who_comes_back_from_the_dead_commits_nothing(self) -> None:
        job = ask()
        dead = jobs.claim(job.pk)
        lapse(job)
        heir = jobs.claim(job.pk)
        assert dead is not None
        assert heir is not None
        with pytest.raises(jobs.JobLost), dead.completing():
            pytest.fail("the handler's effects must not begin")
        with pytest.raises(jobs.JobLost):
            dead.progress(1, 2)
        with heir.completing():
            pass
        job.refresh_from_db()
        assert (job.state, job.attempts) == ("done", 2)

    def test_who_is_late_but_not_replaced_may_finish(self) -> None:
        job = ask()
        slow = jobs.claim(job.pk)
        lapse(job)
        assert slow is not None
        with slow.completing():
            pass
        assert jobs.claim(job.pk) is None

    def test_progress_extends_the_lease(self) -> None:
        job = ask()
        running = jobs.claim(job.pk)
        lapse(job)
        assert running is not None
        running.progress(1, 10)
        assert not jobs_waiting().exists()
        job.refresh_from_db()
        assert (job.progress_done, job.progress_total) == (1, 10)

    def test_effects_of_a_failing_completion_are_taken_back(self) -> None:
        job = ask(kind="test.fail")
        jobs.run_job(job.pk)
        job.refresh_from_db()
        assert job.state == "queued"
        assert effects() == []


class TestFailing:
    def test_tried_again_after_a_pause_until_the_last_try(self) -> None:
        job = ask(kind="test.fail")
        pauses = []
        for _ in range(2):
            assert jobs.run_job(job.pk)
            job.refresh_from_db()
            assert job.state == "queued"
            assert not jobs.run_job(job.pk), "not before it is due"
            pauses.append(job.due_at - timezone.now())
            make_due(job)
        assert jobs.run_job(job.pk)
        job.refresh_from_db()
        assert (job.state, job.attempts) == ("failed", 3)
        assert "the ink ran out" in job.error
        assert pauses[0] < dt.timedelta(seconds=2) < pauses[1]

    def test_a_refusal_is_not_tried_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(running: jobs.RunningJob) -> None:
            raise Refusal(code="x", sentence="Not so.", rule="I.1", remedy="Do it right.")

        monkeypatch.setitem(vars(kind_named("test.note")), "handler", refuse)
        job = ask()
        jobs.run_job(job.pk)
        job.refresh_from_db()
        assert (job.state, job.error) == ("failed", "Not so. (I.1) Do it right.")

    def test_a_job_that_kills_its_workers_is_given_up(self) -> None:
        job = ask(kind="test.fail")
        for _ in range(3):
            assert jobs.claim(job.pk)
            lapse(job)
        assert jobs.claim(job.pk) is None
        job.refresh_from_db()
        assert job.state == "failed"
        assert "Tried 3 times" in job.error

    def test_a_failed_one_can_be_tried_again(self) -> None:
        job = ask(kind="test.fail")
        Job.objects.filter(pk=job.pk).update(state="failed", finished_at=timezone.now(), attempts=3)
        jobs.try_again(by=None, job=job)
        assert (job.state, job.attempts, job.finished_at) == ("queued", 0, None)
        with pytest.raises(Refusal, match="Only jobs that failed"):
            jobs.try_again(by=None, job=job)


class TestCancelling:
    def test_a_queued_job(self) -> None:
        job = ask()
        jobs.cancel_job(by=None, job=job)
        assert job.state == "cancelled"
        assert not jobs.run_job(job.pk)

    def test_a_running_job_stops_at_its_next_progress_and_does_nothing(self) -> None:
        job = ask(kind="test.steps", steps=5, cancelled_at=2)
        assert not jobs.run_job(job.pk)
        job.refresh_from_db()
        assert (job.state, job.progress_done) == ("cancelled", 2)
        assert effects() == []

    def test_says_that_it_was_cancelled(self) -> None:
        job = ask()
        running = jobs.claim(job.pk)
        jobs.cancel_job(by=None, job=job)
        assert running is not None
        with pytest.raises(jobs.JobCancelled):
            running.progress(1, 2)

    def test_what_is_over_stays(self) -> None:
        job = ask()
        jobs.run_job(job.pk)
        with pytest.raises(Refusal, match="already done"):
            jobs.cancel_job(by=None, job=job)


class TestClocks:
    """The hosts of web processes and workers need not agree on the time; the database has one."""

    @pytest.mark.parametrize("minutes", [-30, 30])
    def test_a_worker_whose_clock_is_wrong_takes_what_is_due_and_nothing_else(
        self, monkeypatch: pytest.MonkeyPatch, minutes: int
    ) -> None:
        due, leased = ask(key="due"), ask(key="leased")
        assert jobs.claim(leased.pk)
        wrong = timezone.now() + dt.timedelta(minutes=minutes)
        monkeypatch.setattr(timezone, "now", lambda: wrong)
        assert list(jobs_waiting()) == [due]
        assert jobs.claim(leased.pk) is None
        assert jobs.run_job(due.pk)
        asked = ask(key="asked by a host whose clock is wrong")
        assert jobs.run_job(asked.pk)


class TestSweeping:
    def test_rings_for_what_nobody_rang_for_lately(self) -> None:
        fresh, unheard, lapsed, running = (ask(key=key) for key in ("fresh", "unheard", "lapsed", "running"))
        long_ago = timezone.now() - dt.timedelta(minutes=5)
        Job.objects.filter(pk=unheard.pk).update(rung_at=None)
        for job in (lapsed, running):
            assert jobs.claim(job.pk)
        lapse(lapsed)
        Job.objects.filter(pk__in=[lapsed.pk, running.pk]).update(rung_at=long_ago)
        assert list(jobs_to_ring()) == [unheard, lapsed]
        assert jobs.ring_waiting() == 2
        assert jobs.ring_waiting() == 0
        assert fresh in jobs_waiting()

    def test_a_broker_that_is_down_fails_nothing(
        self,
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        nobody_listens = Celery(broker="redis://127.0.0.1:1/0", set_as_current=False)
        nobody_listens.conf.update(
            task_publish_retry=settings.CELERY_TASK_PUBLISH_RETRY, broker_transport_options=redis_broker()
        )
        monkeypatch.setattr(jobs, "current_app", nobody_listens)
        tried: list[Connection] = []
        connect = Connection._connect

        def counted(connection: Connection) -> object:
            tried.append(connection)
            return connect(connection)

        monkeypatch.setattr(Connection, "_connect", counted)
        waited: list[float] = []
        monkeypatch.setattr(functional, "sleep", waited.append)
        with django_capture_on_commit_callbacks(execute=True):
            job = ask()
        assert (len(tried), sum(waited)) == (2, 0), "a page waits as long as this"
        assert job in jobs_to_ring()
        assert jobs.ring_waiting() == 0

    def test_leases_are_released_when_the_only_machine_starts(self) -> None:
        job = ask()
        assert jobs.claim(job.pk)
        assert release_leases() == 1
        assert list(jobs_to_ring()) == [job]


class TestWhatTheDatabaseRefuses:
    @pytest.mark.parametrize(
        ("fields", "constraint"),
        [
            ({"state": "asleep"}, "job_state_known|job_finished_when_over"),
            ({"state": "running"}, "job_leased_while_running"),
            ({"state": "done"}, "job_finished_when_over"),
            ({"progress_done": 3, "progress_total": 2}, "job_progress_within_total"),
        ],
    )
    def test_a_row_that_cannot_be(self, fields: dict[str, Any], constraint: str) -> None:
        with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
            Job.objects.create(kind="test.note", key="x", **fields)

    def test_the_same_job_twice(self) -> None:
        ask()
        with pytest.raises(IntegrityError), transaction.atomic():
            Job.objects.create(kind="test.note", key="one")
