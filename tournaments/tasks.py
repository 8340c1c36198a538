"""What Celery carries out for the hall: what is due in appeals by the clock."""

from __future__ import annotations

from celery import shared_task

from tournaments.services.appeal_clock import move_appeals_on


@shared_task(name="tournaments.move_appeals_on")
def move_on() -> None:
    move_appeals_on()
