"""Whether the site can work, for start scripts, proxies and monitors.

Invariants: alive says only that this process answers; ready, that it can answer requests; health names what
is wrong besides, and its word `well` is alone only where nothing is.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sanctioning.doctor.machine import TOO_LITTLE, free_disk
from sanctioning.doctor.selectors import clock_heard_at
from sanctioning.doctor.services_it_needs import LONGEST_SILENCE, LONGEST_WAIT
from sanctioning.kit.jobs.selectors import jobs_waiting

REDIS: Final = ("redis://", "rediss://", "unix://")
AWAY: Final = "the database does not answer"
_migrated: set[str] = set()
"""Databases found to have every migration: none is taken back while a process runs."""


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """This process answers: who restarts processes asks nothing else, or a database that is down for a
    minute would have all of them restarted."""
    return _said("alive", 200)


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Requests can be answered: the database answers, and has the tables of this version."""
    try:
        pending = _pending_migrations()
    except (DatabaseError, InterfaceError):
        return _said(AWAY, 503)
    return _said(f"{pending} migrations are not applied", 503) if pending else _said("ready", 200)


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """For monitors: 200 while requests can be answered, and what else is wrong."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        wrong = [sentence for look in LOOKS for sentence in look()]
    except (DatabaseError, InterfaceError):
        return _said(AWAY, 503)
    return _said(f"well, but {'; '.join(wrong)}" if wrong else "well", 200)


def _pending_migrations() -> int:
    database = str(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    if database in _migrated:
        return 0
    executor = MigrationExecutor(connection)
    pending = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if not pending:
        _migrated.add(database)
    return pending


def _silent_services() -> Iterator[str]:
    """Each Redis that does not answer, with what is not as it should be meanwhile."""
    addresses = [
        (settings.CELERY_BROKER_URL, "the broker does not answer: jobs wait"),
        (
            str(settings.CACHES["default"].get("LOCATION", "")),
            "the shared count does not answer: each process counts attempts to sign in for itself",
        ),
    ]
    for address, sentence in addresses:
        address = _as_redis_says(address)
        if address.startswith(REDIS) and not _answers(address):
            yield sentence


def _late_jobs() -> Iterator[str]:
    due = jobs_waiting().order_by("due_at").values_list("due_at", flat=True).first()
    waited = timezone.now() - due if due else dt.timedelta()
    if waited > LONGEST_WAIT:
        yield f"jobs have waited for {_minutes(waited)} minutes"


def _silent_clock() -> Iterator[str]:
    """A clock that was never heard is one that still has to be started, which the doctor says."""
    at = clock_heard_at()
    silent = timezone.now() - at if at else dt.timedelta()
    if silent > LONGEST_SILENCE:
        yield f"the clock has been silent for {_minutes(silent)} minutes"


def _full_disk() -> Iterator[str]:
    if free_disk() < TOO_LITTLE:
        yield "the disk is nearly full"


LOOKS: Final[tuple[Callable[[], Iterator[str]], ...]] = (
    _silent_services,
    _late_jobs,
    _silent_clock,
    _full_disk,
)


def _minutes(span: dt.timedelta) -> int:
    return int(span.total_seconds() // 60)


def _as_redis_says(address: str) -> str:
    """A socket has one scheme for Celery and another for Redis; which database it is makes no difference."""
    return address.replace("redis+socket://", "unix://", 1).partition("?virtual_host=")[0]


def _answers(address: str) -> bool:
    # A site without Redis never loads it.
    from redis import Redis
    from redis.exceptions import RedisError

    from config.cache import AT_MOST

    try:
        with Redis.from_url(address, **AT_MOST) as redis:
            return bool(redis.ping())
    except (RedisError, OSError):
        return False


def _said(sentence: str, status: int) -> HttpResponse:
    return HttpResponse(f"{sentence}\n", content_type="text/plain", status=status)
