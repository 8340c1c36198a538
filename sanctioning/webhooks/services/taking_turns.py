"""Whose message goes out next: of one owner a few are under way at a time, so that slow receivers of theirs
hold up nobody else's.

Invariants: to wait for others of the same owner counts no attempt; whoever ends rings for the next ones, and
the sweeper for those that nobody rang for.
Terms: slow (a receiver that let us wait when it was asked last; known to each process for itself).
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.core.cache import caches
from django.db.models import Q, Subquery

from sanctioning.kit.database_clock import Now
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import RunningJob, ring
from sanctioning.webhooks.models import Webhook

DELIVERY_JOB: Final = "sanctioning.webhook"
AT_ONCE: Final = 4
"""Messages of one owner under way at a time; one more where two began in the same moment."""
AT_ONCE_TO_SLOW: Final = 1
"""A message to a slow receiver waits until nothing else of its owner is under way."""
SLOW: Final = dt.timedelta(seconds=2)
SLOW_FOR: Final = dt.timedelta(hours=1)
AUTHORITY: Final = 0


def turn_of(*, owner: int, for_authority: bool) -> int:
    """Who shares the turns of a webhook: all of its owner, or all of the authority."""
    return AUTHORITY if for_authority else owner


def is_its_turn(running: RunningJob, webhook: Webhook) -> bool:
    """Whether few enough of its owner's began before it and are under way."""
    # Compared as the database has it: one that went to Python and back has other digits on SQLite.
    began = Subquery(Job.objects.filter(pk=running.id).values("started_at"))
    before = Q(started_at__lt=began) | Q(started_at=began, pk__lt=running.id)
    others = Job.objects.filter(kind=DELIVERY_JOB, state=Job.State.RUNNING, payload__turn=_turn(webhook))
    under_way = others.filter(before, lease_until__gte=Now()).count()
    return under_way < (AT_ONCE_TO_SLOW if _is_slow(webhook) else AT_ONCE)


def ring_for_next(webhook: Webhook) -> None:
    """Those that have waited longest; two of them, since one may go to a slow receiver and wait on."""
    waiting = Job.objects.filter(
        kind=DELIVERY_JOB, state=Job.State.QUEUED, due_at__lte=Now(), payload__turn=_turn(webhook)
    )
    for number in waiting.order_by("due_at", "pk").values_list("pk", flat=True)[:2]:
        ring(number, DELIVERY_JOB)


def note_speed(webhook: Webhook, milliseconds: int) -> None:
    if milliseconds >= SLOW.total_seconds() * 1000:
        caches["process"].set(_slow(webhook), True, SLOW_FOR.total_seconds())
    else:
        caches["process"].delete(_slow(webhook))


def _turn(webhook: Webhook) -> int:
    return turn_of(owner=webhook.owner_id, for_authority=webhook.for_authority)


def _is_slow(webhook: Webhook) -> bool:
    return bool(caches["process"].get(_slow(webhook)))


def _slow(webhook: Webhook) -> str:
    return f"slow-receiver/{webhook.pk}"
