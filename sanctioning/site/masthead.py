"""What the head of every page is about: whose site it is, and how much waits for whoever looks at it.

Invariant: a count that fails is written to the log, and the page is shown without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TypeVar

from django.db import connection, transaction
from django.http import HttpRequest

from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import installation, installation_with
from sanctioning.kit.messages.selectors import count_of_unread, unread_of
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.request_cache import asked_once
from sanctioning.kit.waiting.kept import (
    NOTHING_YET,
    Revision,
    asking_for_revision,
    revision_of,
    revision_read,
)
from sanctioning.people.models.person import Person

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Masthead:
    """Which installation this is, what there is of all by which more or less may wait, and how many messages
    are unread."""

    installation: Installation | None
    revision: Revision = NOTHING_YET
    unread: int = 0


def masthead_of(request: HttpRequest) -> Masthead:
    """One query, once in a page; where the counts fail, the installation by itself."""
    person = asker(request)
    if person is None:
        return Masthead(installation())
    counted = unless_it_fails(request, lambda: asked_once("masthead", lambda: _counted(person)))
    return counted or Masthead(installation())


def unless_it_fails(request: HttpRequest, count: Callable[[], T]) -> T | None:
    try:
        # A count that fails takes nothing along of what was sent, which is kept in one transaction.
        is_kept = request.method == "POST" and connection.in_atomic_block
        with transaction.atomic() if is_kept else nullcontext():
            return count()
    except Exception:
        log.exception("A count of the masthead failed; the page is shown without it.")
        return None


def _counted(person: Person) -> Masthead:
    row = installation_with(unread=count_of_unread(person), **asking_for_revision(person))
    if row is None:
        return Masthead(None, revision_of(person), unread_of(person))
    return Masthead(row, revision_read(row), row.unread)  # type: ignore[attr-defined]
