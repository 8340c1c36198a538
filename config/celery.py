"""The Celery application. It carries jobs out; which jobs there are is known by the job table alone."""

import gc
import os
from importlib import import_module
from typing import Any, Final

from celery import Celery, Task, bootsteps
from celery.beat import EmbeddedService
from celery.signals import worker_init
from click import Option

from config import folder_broker
from config.call_stack_memory import with_room
from config.compiled_engine import prefer_compiled
from config.signs_of_life import SignsOfLife
from sanctioning.kit.jobs.kinds import QUEUE_OF_WAITING
from sanctioning.kit.registry import Registry

TO_WAIT: Final = "threads"
"""The pool of the worker whose jobs wait for others: it prints and signs nothing, and shares no memory."""
DRAWS: Final = ("sanctioning.kit.press.typesetter", "sanctioning.signing.sealing")

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

prefer_compiled()
folder_broker.register()


class TaskWithRoom(Task):  # type: ignore[misc]
    """What a worker is asked to do, with room for the calls that it makes."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return with_room(self.run, *args, **kwargs)


app = Celery("saas", task_cls=TaskWithRoom)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


class Schedule(bootsteps.StartStopStep):  # type: ignore[misc]
    """With `--clock` the worker sends the tasks of the schedule too, from a thread. Celery's own
    `--beat` starts another process for it, which takes some fifty megabytes."""

    requires = ("celery.worker.components:Pool",)

    def __init__(self, worker: Any, clock: bool = False, **options: Any) -> None:
        super().__init__(worker, **options)
        self.enabled = clock

    def create(self, worker: Any) -> Any:
        return EmbeddedService(worker.app, thread=True)


class OfOthers(bootsteps.StartStopStep):  # type: ignore[misc]
    """With `--waiting` the worker carries out the jobs that wait for machines of others, and no other."""

    def __init__(self, worker: Any, waiting: bool = False, **options: Any) -> None:
        super().__init__(worker, **options)
        self.enabled = False
        if waiting:
            worker.app.amqp.queues.select([QUEUE_OF_WAITING.format(worker.app.conf.task_default_queue)])


app.user_options["worker"].add(
    Option(["--clock"], is_flag=True, help="Send the tasks of the schedule too; for one worker alone.")
)
app.user_options["worker"].add(
    Option(["--waiting"], is_flag=True, help="Carry out the jobs that wait for machines of others, no other.")
)
app.steps["worker"].add(Schedule)
app.steps["worker"].add(OfOthers)
app.steps["worker"].add(SignsOfLife)


@worker_init.connect  # type: ignore[untyped-decorator]
def share_memory(sender: Any, **_: Any) -> None:
    """What jobs print and sign with is loaded once, before the worker's processes part ways."""
    for name in () if sender.pool_cls == TO_WAIT else DRAWS:
        import_module(name)
    Registry.wire()
    gc.collect()
    gc.freeze()
