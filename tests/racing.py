"""Several threads at once, each with its own connection, for races on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

Answer = TypeVar("Answer")


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

    def act(one: Callable[[], Answer]) -> Answer | Exception:
        barrier.wait(timeout=10)
        try:
            return closing_connection(one)()
        except Exception as failure:
            return failure

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, acts))
