"""The database does not answer, or not in time: what is a moment's trouble, and no fault of the site.

Purpose: such an error is answered 503 with advice to try again, by a page and by the API; everything else
that breaks stays an error to be looked into.
Terms: away (the database cannot be reached), busy (it answers, but somebody holds what is needed, or it took
too long).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from django.db import InterfaceError, InternalError, OperationalError

Outage = Literal["away", "busy"]
# Deadlock, serialization, lock not available, cancelled for its time, ended while idle in a transaction.
BUSY_STATES: Final = frozenset({"40001", "40P01", "55P03", "57014", "25P03"})
# PgBouncer's own words; all that it says has one state, that of a broken protocol.
BUSY_AT_THE_POOLER: Final = ("query_wait_timeout", "no more connections allowed")
# SQLite has no such states, and calls a slip in a statement an operational error too.
BUSY_ON_SQLITE: Final = ("locked",)
AWAY_ON_SQLITE: Final = ("unable to open database file", "disk i/o error", "database or disk is full")
SECONDS: Final[dict[Outage, int]] = {"away": 30, "busy": 5}
"""After how many it is worth trying again."""


def outage_of(error: BaseException | None) -> Outage | None:
    """What of it is the database's absence; None where something else is wrong."""
    for cause in _causes(error):
        if isinstance(cause, OperationalError | InterfaceError | InternalError):
            return _kind(cause)
    return None


def _kind(error: Exception) -> Outage | None:
    driver = error.__cause__
    if type(driver).__module__.startswith("sqlite3"):
        text = str(error).lower()
        if any(words in text for words in BUSY_ON_SQLITE):
            return "busy"
        return "away" if any(words in text for words in AWAY_ON_SQLITE) else None
    if getattr(driver, "sqlstate", None) in BUSY_STATES:
        return "busy"
    if any(words in str(error) for words in BUSY_AT_THE_POOLER):
        return "busy"
    return None if isinstance(error, InternalError) else "away"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, what it came from, and so on."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
