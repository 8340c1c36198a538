"""The clock sends what the worker knows, and loads nothing of the site for it."""

from __future__ import annotations

import subprocess
import sys

from celery.beat import Scheduler
from django.conf import settings

from config import celery, clock
from tests.support.processes import ROOT, environment_of_a_process

START_WITHOUT_A_TICK = """
import sys
from celery.apps.beat import Beat
from django.apps import apps
from config.clock import app
Beat(app=app, quiet=True).init_loader()
print(apps.ready, "sanctioning.models" in sys.modules)
"""


def test_every_task_of_the_schedule_comes_to_the_queue_by_a_name_that_the_worker_knows() -> None:
    celery.app.loader.import_default_modules()
    scheduler = Scheduler(app=clock.app, lazy=True)
    scheduler.setup_schedule()
    with celery.app.connection_for_read() as broker:
        broker.default_channel.queue_purge(settings.CELERY_TASK_DEFAULT_QUEUE)
        queue = broker.SimpleQueue(settings.CELERY_TASK_DEFAULT_QUEUE)
        for entry in settings.CELERY_BEAT_SCHEDULE.values():
            scheduler.apply_async(scheduler.Entry(**entry, app=clock.app), advance=False)
            message = queue.get(timeout=60)
            message.ack()
            assert message.headers["task"] == entry["task"]
            assert entry["task"] in celery.app.tasks
        queue.close()


def test_it_loads_nothing_of_the_site() -> None:
    started = subprocess.run(
        [sys.executable, "-c", START_WITHOUT_A_TICK],
        cwd=ROOT,
        env=environment_of_a_process(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert started.stdout.split() == ["False", "False"]
