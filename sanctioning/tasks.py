"""What Celery carries out: one job by its number, and the sweeper that rings again."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from sanctioning.services.jobs import CARRY_OUT, ring_waiting, run_job


@shared_task(name=CARRY_OUT)
def carry_out(job_id: int) -> None:
    run_job(job_id)


@shared_task(name="sanctioning.ring_again")
def ring_again() -> None:
    ring_waiting()


@worker_ready.connect
def ring_at_start(**_: Any) -> None:
    """What was sent while no worker was there is taken up at once."""
    ring_again.delay()
