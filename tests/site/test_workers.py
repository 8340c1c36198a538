"""Jobs carried out by real worker processes, killed with -9 in the middle, on the broker of this run.

On SQLite the broker is a folder, which forgets what a killed worker had taken; on PostgreSQL it is Redis,
which gives it back late. Neither may matter.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from config.celery import app
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services import jobs
from sanctioning.kit.refusals import Refusal
from tests.site.job_kinds import effects, make_effects_table, write_effect
from tests.support.processes import Process, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

StartWorker = Callable[[], Process]


@pytest.fixture(autouse=True)
def _effects_table(transactional_db: None) -> Iterator[None]:
    make_effects_table()
    with app.connection_for_write() as broker:
        broker.default_channel.queue_purge(settings.CELERY_TASK_DEFAULT_QUEUE)
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE test_job_effect")


@pytest.fixture
def start_worker(tmp_path: Path) -> Iterator[StartWorker]:
    """Starts workers of the site that know the kinds of job of these tests and the database under test."""
    started: list[Process] = []

    def start() -> Process:
        worker = Process(
            *["-m", "celery", "-A", "config", "worker", "--include", "tests.site.job_kinds"],
            *[
                "--concurrency",
                "2",
                "--loglevel",
                "WARNING",
                "--hostname",
                f"{len(started)}-{os.getpid()}@test",
            ],
            *["--without-gossip", "--without-mingle"],
            environment={
                "DJANGO_SETTINGS_MODULE": "config.settings.test",
                "TMPDIR": str(tmp_path),
                "SAAS_VAR": str(settings.VAR_DIR),
                "SAAS_DB_NAME": str(connection.settings_dict["NAME"]),
            },
            log=tmp_path / f"worker-{len(started)}.log",
        )
        started.append(worker)
        return worker

    yield start
    for worker in started:
        worker.kill()
        print(worker.said())


def ask(count: int, seconds: float) -> list[str]:
    keys = [f"{number:03}" for number in range(count)]
    with transaction.atomic():
        for key in keys:
            jobs.enqueue(kind="test.note", key=key, payload={"seconds": seconds})
    return keys


def at_least(count: int) -> bool:
    return Job.objects.filter(state="done").count() >= count


def restart_the_machine(start_worker: StartWorker) -> Process:
    """What the start script does on a single machine: free the leases, then start the worker."""
    call_command("release_leases")
    return start_worker()


def test_sent_while_no_worker_is_there_and_killed_in_the_middle_all_is_done_once(
    start_worker: StartWorker,
) -> None:
    """The broker has forgotten what was sent before the first worker came."""
    keys = ask(60, seconds=0.03)
    with app.connection_for_write() as broker:
        broker.default_channel.queue_purge(settings.CELERY_TASK_DEFAULT_QUEUE)
    worker = restart_the_machine(start_worker)
    for share in (10, 25, 40):
        wait_until(partial(at_least, share), 90, f"{share} jobs done")
        worker.kill()
        worker = restart_the_machine(start_worker)
    wait_until(partial(at_least, len(keys)), 180, "all jobs done")
    assert effects() == keys


def test_a_job_that_kills_its_worker_is_taken_over_by_another(start_worker: StartWorker) -> None:
    deadly = jobs.enqueue(kind="test.kill_worker", key="once")
    hopeless = jobs.enqueue(kind="test.kill_worker", key="always", payload={"always": True})
    start_worker()
    for attempt in (1, 2):
        for job in (deadly, hopeless):
            wait_until(partial(attempted, job, attempt), 90, f"try {attempt} of {job}")
        Job.objects.filter(state="running").update(lease_until=timezone.now(), rung_at=None)
        jobs.ring_waiting()
    wait_until(partial(is_in, deadly, "done"), 90, "the one is done")
    wait_until(partial(is_in, hopeless, "failed"), 90, "the other is given up")
    assert effects() == ["once"]


def attempted(job: Job, attempt: int) -> bool:
    """Its worker has begun the try, and has had a moment to die of it."""
    job.refresh_from_db()
    if job.attempts < attempt:
        return False
    time.sleep(0.3)
    return True


def is_in(job: Job, state: str) -> bool:
    job.refresh_from_db()
    return job.state == state


def test_of_many_who_claim_at_once_one_gets_it() -> None:
    """Real threads on the real database, released together for each job."""
    hands, rounds = 6, 15
    for key in range(rounds):
        jobs.enqueue(kind="test.note", key=str(key))
    ids = list(Job.objects.order_by("pk").values_list("pk", flat=True))
    barrier = threading.Barrier(hands)
    claimed: list[int] = []
    failures: list[BaseException] = []

    def claim_all() -> None:
        try:
            for job_id in ids:
                barrier.wait(30)
                if running := jobs.claim(job_id):
                    claimed.append(running.id)
        except BaseException as failure:
            failures.append(failure)
            barrier.abort()
        finally:
            connection.close()

    threads = [threading.Thread(target=claim_all) for _ in range(hands)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert sorted(claimed) == ids


def test_cancelled_or_done_but_never_both() -> None:
    """A clerk cancels while a worker completes: whoever is second is told."""
    for key in range(20):
        job = jobs.enqueue(kind="test.note", key=str(key))
        running = jobs.claim(job.pk)
        assert running is not None
        outcome = race(partial(complete, running), partial(cancel, job))
        job.refresh_from_db()
        assert outcome == ([True, False] if job.state == "done" else [False, True])
    assert len(effects()) == Job.objects.filter(state="done").count()


def complete(running: jobs.RunningJob) -> bool:
    try:
        with running.completing():
            write_effect(running)
    except jobs.JobCancelled:
        return False
    return True


def cancel(job: Job) -> bool:
    try:
        jobs.cancel_job(by=None, job=Job.objects.get(pk=job.pk))
    except Refusal:
        return False
    return True


def race(*acts: Callable[[], bool]) -> list[bool]:
    """Do all at the same moment in threads of their own; what each returned, in their order."""
    barrier = threading.Barrier(len(acts))
    outcomes: dict[int, bool] = {}

    def run(number: int, act: Callable[[], bool]) -> None:
        try:
            barrier.wait(30)
            outcomes[number] = act()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=numbered) for numbered in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return [outcomes[number] for number in range(len(acts))]
