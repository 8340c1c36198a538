"""A long job in parts: shared by workers, done once, ended by one, cancelled as a whole."""

from __future__ import annotations

import pytest
from django.db import transaction

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import (
    RunningJob,
    cancel_job,
    claim,
    enqueue,
    job,
    run_job,
    run_waiting,
    try_again,
)
from sanctioning.kit.jobs.services.shared_jobs import carry_out_parts

pytestmark = pytest.mark.django_db(transaction=True)

DONE: list[str] = []
STOP_AT: list[str] = []


@job("tests.whole", title="A whole")
def whole(running: RunningJob) -> None:
    parts = carry_out_parts(
        running,
        kind="tests.part",
        payloads={f"{running.key}/{index}": {"index": index} for index in range(4)},
    )
    running.result = [part.result for part in parts]


@job("tests.part", attempts=1)
def part(running: RunningJob) -> None:
    if running.key in STOP_AT:
        STOP_AT.remove(running.key)
        Job.objects.filter(kind="tests.whole").update(
            state="cancelled", finished_at="2025-01-01T00:00Z", token=None, lease_until=None
        )
    if running.payload.get("index") == 2 and "fail" in running.key:
        raise ValueError("this part fails")
    DONE.append(running.key)
    running.result = running.payload["index"]


@pytest.fixture(autouse=True)
def nothing_done() -> None:
    DONE.clear()
    STOP_AT.clear()


def ask(key: str) -> Job:
    with transaction.atomic():
        return enqueue(kind="tests.whole", key=key)


def test_one_worker_does_all_parts_and_puts_them_together() -> None:
    asked = ask("one")
    run_waiting("tests.whole")
    asked.refresh_from_db()
    assert (asked.state, asked.result, asked.progress_total) == ("done", [0, 1, 2, 3], 4)
    assert sorted(DONE) == [f"one/{index}" for index in range(4)]


def test_what_a_dead_worker_had_done_is_not_done_again() -> None:
    """It is killed after two parts: its lease runs out, another worker goes on."""
    asked = ask("killed")
    running = claim(asked.pk)
    assert running is not None
    for index in range(4):
        enqueue(kind="tests.part", key=f"killed/{index}", payload={"index": index})
    for row in Job.objects.filter(kind="tests.part").order_by("pk")[:2]:
        run_job(row.pk)
    Job.objects.filter(pk=asked.pk).update(lease_until="2025-01-01T00:00Z")
    run_waiting("tests.whole")
    asked.refresh_from_db()
    assert (asked.state, asked.result, len(DONE)) == ("done", [0, 1, 2, 3], 4)


def test_cancelling_the_whole_cancels_what_is_left() -> None:
    asked = ask("cancelled")
    STOP_AT.append("cancelled/1")
    run_job(asked.pk)
    asked.refresh_from_db()
    states = list(Job.objects.filter(kind="tests.part").order_by("pk").values_list("state", flat=True))
    assert (asked.state, states) == ("cancelled", ["done", "done", "cancelled", "cancelled"])
    try_again(by=None, job=asked)
    run_waiting("tests.whole")
    asked.refresh_from_db()
    assert (asked.state, len(DONE)) == ("done", 4)


def test_a_part_that_fails_fails_the_whole_and_says_which() -> None:
    asked = ask("fail")
    run_job(asked.pk)
    asked.refresh_from_db()
    assert asked.state == "queued"
    assert "this part fails" in asked.error


def test_cancelling_and_trying_again_are_on_the_trail() -> None:
    asked = ask("trail")
    cancel_job(by=None, job=asked)
    try_again(by=None, job=asked)
    trail = AuditEntry.objects.order_by("pk").values_list("action", "before", "after")
    states = [(action, (before or {})["state"], (after or {})["state"]) for action, before, after in trail]
    assert states == [
        ("cancel job", "queued", "cancelled"),
        ("try job again", "cancelled", "queued"),
    ]
