"""How long PostgreSQL lets anybody wait for a lock, for a statement, and in a transaction that does nothing.

Purpose: one transaction that holds a lock holds up nobody else for long; who waits too long is answered 503
(`sanctioning.kit.database_outage`).
Invariant: a request waits for seconds, a job or a command for minutes; each may be told otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping


def patience(*, lock: float, statement: float, idle: float) -> dict[str, int]:
    """The server's settings, in milliseconds; 0 is for ever. What it is told is in seconds."""
    limits = {
        "lock_timeout": lock,
        "statement_timeout": statement,
        "idle_in_transaction_session_timeout": idle,
    }
    return {name: round(seconds * 1000) for name, seconds in limits.items()}


def as_options(limits: Mapping[str, int | str]) -> str:
    """As the server takes them when a connection begins."""
    return " ".join(f"-c {name}={value}" for name, value in limits.items())
