"""Statements that take long are written into the log, with their text and without their values."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

log = logging.getLogger("saas.slow")
MOST_CHARACTERS: Final = 2000


def log_slow_statements() -> None:
    """From now on, on every connection; nothing is measured where no limit is set."""
    if settings.SLOW_STATEMENT_SECONDS:
        connection_created.connect(_watch, dispatch_uid="slow statements")


def _watch(connection: BaseDatabaseWrapper, **_more: Any) -> None:
    if timed not in connection.execute_wrappers:
        connection.execute_wrappers.append(timed)


def timed(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    began = time.monotonic()
    try:
        return execute(sql, params, many, context)
    finally:
        took = time.monotonic() - began
        if took >= settings.SLOW_STATEMENT_SECONDS:
            log.warning("A statement took %.1f s: %s", took, str(sql)[:MOST_CHARACTERS])
