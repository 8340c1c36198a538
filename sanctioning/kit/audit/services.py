"""Writing the trail, in the transaction of the change itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import transaction
from django.db.models import Model

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.prepared_writes import PreparedInsert
from sanctioning.people.models.person import Person

NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that was changed, from what, to what."""

    thing: Model
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)


def note(
    *,
    by: Person | None,
    at: dt.datetime,
    action: str,
    thing: Model,
    why: str = "",
    before: Mapping[str, Any] = NOTHING,
    after: Mapping[str, Any] = NOTHING,
) -> AuditEntry:
    """Add one entry: `action` is the verb of the service, `before` and `after` what it changed."""
    changes = [Change(thing=thing, before=before, after=after)]
    return note_each(by=by, at=at, action=action, changes=changes, why=why)[0]


def note_each(
    *, by: Person | None, at: dt.datetime, action: str, changes: Iterable[Change], why: str = ""
) -> list[AuditEntry]:
    """Add an entry for each of many things to which the same was done. One query."""
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("the trail is written in the transaction of the change")
    entries = [
        AuditEntry(
            by=by,
            at=at,
            action=action,
            why=why,
            thing_type=change.thing._meta.label,
            thing_id=str(change.thing.pk),
            thing_label=str(change.thing)[:200],
            before=dict(change.before) or None,
            after=dict(change.after) or None,
        )
        for change in changes
    ]
    return (
        [_ADD(entry) for entry in entries] if len(entries) == 1 else AuditEntry.objects.bulk_create(entries)
    )


_ADD: Final = PreparedInsert(AuditEntry)
