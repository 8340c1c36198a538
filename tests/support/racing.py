"""Several threads at once, each with its own connection, for races on PostgreSQL."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from django.db import connection, transaction

Answer = TypeVar("Answer")
LONGEST: Final = 60
"""Seconds until a race that does not begin has failed."""


def closing_connection(act: Callable[[], Answer]) -> Callable[[], Answer]:
    """The act for a thread of its own, which gives its connection back."""

    def closed() -> Answer:
        try:
            return act()
        finally:
            connection.close()

    return closed


def all_at_once(acts: Sequence[Callable[[], Answer]]) -> list[Answer | Exception]:
    """Do all acts at the same moment; gives each answer, or the exception it ended with."""
    barrier = threading.Barrier(len(acts))

    def act(act_alone: Callable[[], Answer]) -> Answer | Exception:
        barrier.wait(timeout=LONGEST)
        return _ended(act_alone)

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, acts))


def in_the_middle(
    first: Callable[[], object],
    others: Sequence[Callable[[], Answer]],
    then: Callable[[], object] = lambda: None,
) -> list[Answer | Exception]:
    """Do `first` and `then` in one transaction, and between them begin the other acts, which go as far as
    they can before it ends; gives the answer of each, or the exception it ended with."""
    with ThreadPoolExecutor(len(others)) as pool:
        with transaction.atomic():
            first()
            answers = [pool.submit(_ended, act) for act in others]
            latest = time.monotonic() + LONGEST
            while sum(not answer.done() for answer in answers) > _waiting_for_locks():
                assert time.monotonic() < latest, "neither done nor waiting for a lock"
            then()
        return [answer.result() for answer in answers]


def _ended(act: Callable[[], Answer]) -> Answer | Exception:
    try:
        return closing_connection(act)()
    except Exception as failure:
        return failure


def _waiting_for_locks() -> int:
    """How many connections to this database wait for a lock."""
    here = "datname = current_database() AND wait_event_type = 'Lock'"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(f"SELECT count(*) FROM pg_stat_activity WHERE {here}")
        [count] = cursor.fetchone()
    return int(count)
