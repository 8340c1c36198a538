"""What Celery carries out for the hall: what is due in appeals and disciplinary cases by the clock."""

from __future__ import annotations

from celery import shared_task

from tournaments.services.appeal_clock import move_appeals_on
from tournaments.services.case_clock import remind_of_cases


@shared_task(name="tournaments.move_appeals_on")
def move_on() -> None:
    move_appeals_on()


@shared_task(name="tournaments.remind_of_cases")
def remind() -> None:
    remind_of_cases()
