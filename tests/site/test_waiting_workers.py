"""Jobs that wait for machines of others have workers of their own, and one owner holds up no other."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction
from pytest_django import Settings

from deploy.start import waiting_command, worker_command
from sanctioning.kit.jobs.kinds import MAIL_JOB
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services import jobs
from sanctioning.people.models.person import Person
from sanctioning.webhooks.services.taking_up import take_up_what_happened
from sanctioning.webhooks.services.webhooks import add_webhook
from tests.cast import make_cast, sanctioned_event
from tests.sanctioning.kit.test_messages import tell
from tests.site.job_kinds import effects, make_effects_table
from tests.support.processes import Process, wait_until
from tests.support.receiver import Receiver, receiving
from tournaments.events.services.announcements import announce

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
SLOW = 9
QUICK_SECONDS = 8


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[list[Process]]:
    """One of each kind, started as a site starts them."""
    commands = [command for command in worker_command() if command != "--clock"], waiting_command()
    started = [
        Process(
            *[
                *command[1:],
                "--include",
                "tests.site.job_kinds",
                "--hostname",
                f"{number}-{os.getpid()}@test",
            ],
            environment={
                "DJANGO_SETTINGS_MODULE": "config.settings.test",
                "TMPDIR": str(tmp_path),
                "SAAS_VAR": str(settings.VAR_DIR),
                "SAAS_DB_NAME": str(connection.settings_dict["NAME"]),
                "SAAS_WEBHOOK_NETWORKS": "127.0.0.1/32",
            },
            log=tmp_path / f"worker-{number}.log",
        )
        for number, command in enumerate(commands)
    ]
    yield started
    for worker in started:
        worker.kill()
        print(worker.said())


def added(owner: Person, receiver: Receiver, count: int = 1) -> None:
    for _ in range(count):
        add_webhook(by=owner, name="Site", url=receiver.url, kinds=["announcement.made"])


def test_slow_receivers_of_one_owner_hold_up_nobody_else(workers: list[Process], settings: Settings) -> None:
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.1/32"),)
    make_effects_table()
    cast, is_over = make_cast(), threading.Event()
    event = sanctioned_event(cast)
    jobs.enqueue(kind="test.note", key="begun")
    wait_until(lambda: effects() == ["begun"], 90, "the worker has started")
    Job.objects.all().delete()
    with ExitStack() as stack:
        stack.callback(is_over.set)
        slow = stack.enter_context(receiving(before=lambda: is_over.wait(25)))
        quick = stack.enter_context(receiving())
        added(cast.outsider, slow, SLOW)
        added(cast.players[0], quick)
        announce(by=cast.director, event=event, text="Supper is served.")
        take_up_what_happened()
        wait_until(lambda: len(slow.requests) >= 4, 90, "the slow ones are being asked")
        announce(by=cast.director, event=event, text="Supper is over.")
        with transaction.atomic():
            tell(cast)
            jobs.enqueue(kind="test.note", key="paper")
        take_up_what_happened()
        wait_until(lambda: len(quick.requests) == 2, QUICK_SECONDS, "the quick one has both messages")
        wait_until(lambda: "paper" in effects(), QUICK_SECONDS, "another job is done")
        mails = Job.objects.filter(kind=MAIL_JOB)
        wait_until(lambda: not mails.exclude(state="done").exists(), QUICK_SECONDS, "the mails are sent")
        assert mails.exists()
        assert len(slow.requests) < SLOW
        is_over.set()
        wait_until(lambda: len(slow.requests) >= SLOW, 30, "each of the slow ones is asked, as turns end")
    assert max(Job.objects.filter(kind="sanctioning.webhook").values_list("attempts", flat=True)) == 1
