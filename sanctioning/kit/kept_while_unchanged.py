"""What was read of the database, kept by this process for as long as nothing at all was committed to it.

Purpose: hundreds who ask between two changes cost one short question each, however much had to be read.
Invariants: nothing is ever given that a new reading would not give. PostgreSQL's snapshot names every
transaction that can be seen, so two that read alike see the same; what a transaction of one's own has written
does not show there, so within one everything is read. SQLite reads faster than it could be asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections

T = TypeVar("T")
MOST: Final = 1000


class KeptWhileUnchanged(Generic[T]):
    """Call it with a key for what `read` gives for it; a great many keys are forgotten all at once."""

    def __init__(self, read: Callable[[str], T]) -> None:
        self._read = read
        self._kept: dict[str, tuple[str, T]] = {}

    def __call__(self, key: str) -> T:
        snapshot = _snapshot()
        if not snapshot:
            return self._read(key)
        before = self._kept.get(key)
        if before is not None and before[0] == snapshot:
            return before[1]
        now = self._read(key)
        if len(self._kept) >= MOST:
            self._kept.clear()
        self._kept[key] = (snapshot, now)
        return now


def _snapshot() -> str:
    """What can be seen of the database at this moment; empty where that cannot be told."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        return ""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_snapshot()::text")
        return str(cursor.fetchone()[0])
