"""Several threads at once, each with its own connection, for races on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import connection

Answer = TypeVar("Answer")


def all_at_once(acts: Sequence[Callable[[], Answer]]) -> list[Answer | Exception]:
    """Do all acts at the same moment; gives each answer, or the exception it ended with."""
    barrier = threading.Barrier(len(acts))

    def act(one: Callable[[], Answer]) -> Any:
        try:
            barrier.wait(timeout=10)
            return one()
        except Exception as failure:
            return failure
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, acts))
