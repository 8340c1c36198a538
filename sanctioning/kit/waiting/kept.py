"""What waits for somebody, kept by this process until something happens.

Purpose: reading all that waits for whoever holds offices takes some thirty questions, and every page counts
it.
Invariants: kept by the latest act in the trail, and by the latest failure of a job for whoever watches those;
nothing else changes what waits. What is read while a transaction is under way holds only until that ends: its
acts may stand before the latest in the trail and be committed after it. What merely comes with time shows
`WAITING_COUNT_SECONDS` later at most, and on the next day at once. A stanza concerns those who rule, and
whoever runs a club on the pages that name their games; for others, and for the count on every page, hundreds
of them in a minute change nothing.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from django.conf import settings
from django.core.cache import caches
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.utils.translation import get_language

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import today
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.server_statements import on_postgresql
from sanctioning.kit.waiting.registry import Waits, holder_of, waiting_for
from sanctioning.kit.waiting.under_way import asking_for_transactions, transactions_read
from sanctioning.offices.permissions import EXECUTORS, JOB_WATCHERS, appointments_of
from sanctioning.people.models.person import Person

T = TypeVar("T")
COLUMNS: Final = ("latest_act", "latest_failure", "latest_of_all")
UNDER_WAY: Final = "under_way"


class Revision(NamedTuple):
    """Differs once what waits for somebody may be other than before; `latest_of_all` counts stanzas for
    whoever holds an office and does not rule. `under_way` are the transactions that had not ended."""

    latest_act: int | None = None
    latest_failure: dt.datetime | None = None
    latest_of_all: int | None = None
    under_way: frozenset[int] = frozenset()


NOTHING_YET: Final = Revision()


def asking_for_revision(person: Person) -> dict[str, Combinable]:
    """As columns of whatever else a page asks."""
    held = {term.office for term in appointments_of(person) if term.runs_on(today())}
    latest = AuditEntry.objects.order_by("-id").values("id")[:1]
    rules = bool(held.intersection(EXECUTORS))
    columns: dict[str, QuerySet[Any, Any]] = {"latest_act": latest if rules else latest_but_stanzas()}
    if held and not rules:
        columns["latest_of_all"] = latest
    if held.intersection(JOB_WATCHERS):
        failed = Job.objects.filter(state=Job.State.FAILED).order_by("-finished_at")
        columns["latest_failure"] = failed.values("finished_at")[:1]
    asked: dict[str, Combinable] = {name: Subquery(rows) for name, rows in columns.items()}
    if on_postgresql():
        asked[UNDER_WAY] = asking_for_transactions()
    return asked


def latest_but_stanzas() -> QuerySet[AuditEntry, Any]:
    return AuditEntry.objects.but_stanzas().order_by("-id").values("id")[:1]


def revision_read(row: object) -> Revision:
    """Of a row that was asked for it."""
    told = getattr(row, UNDER_WAY, "")
    latest = {column: getattr(row, column, None) for column in COLUMNS}
    return Revision(**latest, under_way=transactions_read(told) if told else frozenset())


def revision_of(person: Person) -> Revision:
    """One query."""
    row = Person.objects.filter(pk=person.pk).annotate(**asking_for_revision(person)).only("pk").first()
    return revision_read(row)


def kept_since(what: str, person: Person, revision: Revision, read: Callable[[], T]) -> T:
    """What `read` gives; for as long as nothing happens what it gave before."""
    if not settings.WAITING_COUNT_SECONDS:
        return read()
    cache, database = caches["process"], connections[DEFAULT_DB_ALIAS].settings_dict["NAME"]
    latest = revision._replace(under_way=frozenset())
    facts = (what, person.pk, latest, today(), get_language(), database)
    key = hashlib.sha256(repr(facts).encode()).hexdigest()
    kept: tuple[frozenset[int], T] | None = cache.get(key)
    if kept is None or not kept[0] <= revision.under_way:
        kept = revision.under_way, read()
        cache.set(key, kept, settings.WAITING_COUNT_SECONDS)
    return kept[1]


def waiting_since(person: Person, revision: Revision) -> tuple[Waits, ...]:
    """All that waits for this person, by kind."""
    return kept_since("waits", person, revision, lambda: waiting_for(holder_of(person)))


def count_since(person: Person, revision: Revision) -> int:
    """How many things wait, for the masthead of every page, which knows the revision already."""
    return kept_since("count", person, revision._replace(latest_of_all=None), lambda: _count(person))


def _count(person: Person) -> int:
    return sum(len(waits.lines) for waits in waiting_for(holder_of(person)))
