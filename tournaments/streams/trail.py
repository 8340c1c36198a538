"""What has been written to the trail since the last look.

Purpose: every change writes a row there in its own transaction, so one short look at the end of
one table tells of all changes, on PostgreSQL and SQLite, through a pooler of connections as well, and costs
the change itself nothing.
Invariants: no row is missed. On PostgreSQL a transaction may end after another that took a later number:
numbers that are left out are looked for again until they come, or can come no more.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from django.db import Error, connection
from django.db.backends.utils import CursorWrapper

from tournaments.streams.topics import Thing, topics_of

LOOK_BACK: Final = 200
"""Numbers before the first look that may still be on their way."""
LONGEST_TRANSACTION: Final = 900.0
"""Seconds until a number that has not come belongs to what was taken back."""
MOST_MISSING: Final = 1000


class Trail:
    """Looks over the connection of its thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = 0
        self._missing: dict[int, float] = {}
        self._waiting: list[Thing] = []

    def begin(self) -> None:
        """From now on: what has been committed until now is told of no more."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT COALESCE(MAX(id), 0) FROM sanctioning_auditentry")
            self._last = max(0, int(cursor.fetchone()[0]) - LOOK_BACK)
            self._missing = {}
            self._new(cursor)

    def look(self) -> set[str]:
        """The topics that have changed since the look before; a connection that broke is made again."""
        try:
            with connection.cursor() as cursor:
                things = self._waiting + self._new(cursor)
                self._waiting = things
                topics = topics_of(things, cursor)
        except Error:
            connection.close()
            raise
        self._waiting = []
        return topics

    def _new(self, cursor: CursorWrapper) -> list[Thing]:
        wanted = f"id > {self._last}"
        if self._missing:
            wanted += f" OR id IN ({', '.join(map(str, self._missing))})"
        cursor.execute(f"SELECT id, thing_type, thing_id FROM sanctioning_auditentry WHERE {wanted}")
        rows = cursor.fetchall()
        self._note({int(number) for number, _, _ in rows})
        return [Thing(kind, int(key)) for _, kind, key in rows if key.isdecimal()]

    def _note(self, seen: set[int]) -> None:
        """Which numbers are still to come, now that these have."""
        now, highest = self._clock(), max(seen, default=0)
        left_out = set(range(max(self._last + 1, highest - MOST_MISSING), highest)) - seen
        self._missing |= dict.fromkeys(left_out, now)
        self._missing = {
            number: since
            for number, since in self._missing.items()
            if number not in seen and now - since < LONGEST_TRANSACTION
        }
        for number in sorted(self._missing)[:-MOST_MISSING]:
            del self._missing[number]
        self._last = max(self._last, highest)
