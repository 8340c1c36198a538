"""What every page knows: which installation this is, and how many messages wait to be
read, how many things to be done. A language is named in that language itself.

Invariant: a count that fails is written to the log, and the page is shown without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext
from functools import cache
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import Authority, authority, authority_of, installation
from sanctioning.kit.messages.selectors import count_of_unread, unread_of
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.pages.devices import is_shared
from sanctioning.kit.pages.kept_forms import kept_form
from sanctioning.kit.practice_database import practising
from sanctioning.kit.waiting.registry import acts_that_count, count_since

log = logging.getLogger(__name__)


def site(request: HttpRequest) -> dict[str, object]:
    """For `TEMPLATES`; asked only by a page that shows it."""
    read: Callable[[], Installation | None] = cache(installation)
    latest = cache(lambda: _latest(request))

    def counted(count: Callable[[], int]) -> Any:
        return SimpleLazyObject(lambda: _counted(request, count))

    return {
        "demo": SimpleLazyObject(lambda: (row := read()) is not None and row.demo),
        "authority": SimpleLazyObject(lambda: _whose(read())),
        "unread": counted(lambda: latest()[1]),
        "waiting_count": counted(lambda: _waiting(request, latest()[0])),
        "stream_port": settings.STREAM_PORT,
        "kept": kept_form(request),
        "device_is_shared": SimpleLazyObject(lambda: is_shared(request)),
        "languages": SimpleLazyObject(lambda: _whose(read()).named_languages),
    }


def _whose(row: Installation | None) -> Authority:
    """On a practice database, whose books they are."""
    return authority() if practising() else authority_of(row)


def _counted(request: HttpRequest, count: Callable[[], int]) -> int:
    try:
        # A count that fails takes nothing along of what was sent, which is kept in one transaction.
        is_kept = request.method == "POST" and connection.in_atomic_block
        with transaction.atomic() if is_kept else nullcontext():
            return count()
    except Exception:
        log.exception("A count of the masthead failed; the page is shown without it.")
        return 0


def _latest(request: HttpRequest) -> tuple[int | None, int]:
    """The latest act by which more or less may wait, and how many messages are unread. One query."""
    person = asker(request)
    if person is None:
        return None, 0
    acts = acts_that_count(person).annotate(unread=count_of_unread(person))
    latest: tuple[int, int] | None = acts.values_list("id", "unread").first()
    return latest or (None, unread_of(person))


def _waiting(request: HttpRequest, latest_act: int | None) -> int:
    person = asker(request)
    return count_since(person, latest_act) if person else 0
