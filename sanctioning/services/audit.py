"""Writing the trail, in the transaction of the change itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Model

from sanctioning.models import AuditEntry, Person

NOTHING: Mapping[str, Any] = {}


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
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("the trail is written in the transaction of the change")
    return AuditEntry.objects.create(
        by=by,
        at=at,
        action=action,
        why=why,
        thing_type=thing._meta.label,
        thing_id=str(thing.pk),
        thing_label=str(thing)[:200],
        before=dict(before) or None,
        after=dict(after) or None,
    )
