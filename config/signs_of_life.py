"""A file that a worker and the clock touch at every turn, for who restarts processes that hang.

Invariant: it is touched by the loop that does the work and by nothing else, so that a loop which hangs falls
silent. Where no file is named (`SAAS_ALIVE_FILE`), nothing is touched.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from celery import bootsteps
from celery.beat import PersistentScheduler
from django.conf import settings

EVERY_SECONDS: Final = 10


def give_a_sign() -> None:
    if settings.ALIVE_FILE:
        # Where nothing can be written, work goes on, and who looks sees no sign.
        with suppress(OSError):
            Path(settings.ALIVE_FILE).touch()


class SignsOfLife(bootsteps.StartStopStep):  # type: ignore[misc]
    """Of a worker: its own timer turns with the loop that takes jobs in."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self.enabled = settings.ALIVE_FILE is not None

    def start(self, worker: Any) -> None:
        give_a_sign()
        worker.timer.call_repeatedly(EVERY_SECONDS, give_a_sign)


class SchedulerThatGivesSigns(PersistentScheduler):  # type: ignore[misc]
    """Of the clock, at every turn."""

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        give_a_sign()
        return super().tick(*args, **kwargs)
