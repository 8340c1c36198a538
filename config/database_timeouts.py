"""How long PostgreSQL lets anybody wait for a lock, for a statement, and in a transaction that does nothing.

Purpose: one transaction that holds a lock holds up nobody else for long; who waits too long is answered 503
(`sanctioning.kit.database_outage`).
Invariant: a request waits for seconds, a job or a command for minutes; each may be told otherwise.
"""

from __future__ import annotations

from django.conf import settings


def patience(*, lock: float, statement: float, idle: float) -> str:
    """The options of a connection, in seconds; 0 is for ever."""
    limits = {
        "lock_timeout": lock,
        "statement_timeout": statement,
        "idle_in_transaction_session_timeout": idle,
    }
    return " ".join(f"-c {name}={round(seconds * 1000)}" for name, seconds in limits.items())


def wait_as_a_request() -> None:
    """From now on the connections of this process belong to requests."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("postgresql") and settings.PATIENCE_OF_REQUESTS:
        database.setdefault("OPTIONS", {})["options"] = settings.PATIENCE_OF_REQUESTS
