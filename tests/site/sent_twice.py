"""What a request creates, so that the same can be sent again and compared."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from django.http import HttpResponse

INSERTED: Final = re.compile(r'INSERT (?:OR IGNORE )?INTO "(\w+)"')
KEYS: Final = "sanctioning_sentkey"
BESIDE: Final = frozenset({KEYS, "sanctioning_auditentry", "sanctioning_job", "sanctioning_message"})
"""The keys themselves, and what goes with any change: what is only set anew is noted and told anew."""


@dataclass(frozen=True, slots=True)
class Sent:
    """`answer` is the status, where it leads and what it says; `created` the tables that got rows."""

    answer: tuple[int, str, bytes]
    created: frozenset[str]
    noted: bool

    def __str__(self) -> str:
        return f"{self.answer[:2]} with {', '.join(sorted(self.created)) or 'nothing'}"


def sending(send: Callable[..., HttpResponse], key: str) -> Sent:
    """Send it under the key; what is refused has created nothing."""
    tables: set[str] = set()

    def watch(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if inserted := INSERTED.match(sql):
            tables.add(inserted.group(1))
        return execute(sql, *more)

    with connection.execute_wrapper(watch):
        answer = send(key=key)
    answered = (answer.status_code, answer.headers.get("Location", ""), answer.content)
    done = tables if answer.status_code < 400 else set()
    return Sent(answered, frozenset(done - BESIDE), noted=bool(done - {KEYS}))
