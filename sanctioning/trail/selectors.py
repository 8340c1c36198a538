"""The trail as a list: who did what to what, when and why; for who answers for the authority."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import today
from sanctioning.kit.lists.filters import since, until, words
from sanctioning.kit.lists.lists import ListSource
from sanctioning.people.models.person import Person
from sanctioning.trail.permissions import may_read_trail


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailLine:
    """`before` and `after` are what changed, as JSON; empty where nothing is kept of it."""

    id: int
    at: dt.datetime
    by: str
    by_number: str
    action: str
    thing: str
    thing_type: str
    why: str
    before: str
    after: str


def trail(*, asker: Person | None) -> ListSource[AuditEntry, TrailLine]:
    """Every entry of the trail. Two queries a page."""
    seen = AuditEntry.objects.select_related("by__merged_into")
    return ListSource(
        rows=seen if may_read_trail(asker, today()) else seen.none(),
        lines=lambda entries: tuple(map(_line, entries)),
        sorts={
            "when": ("at",),
            "action": ("action", "at"),
            "thing": ("thing_label", "at"),
            "by": (F("by__family_name"), F("by__given_names"), "at"),
        },
        order="-when",
        filters=(
            words("search", _("Action, thing or reason"), "action", "thing_label", "why"),
            words("by", _("By whom"), "by__given_names", "by__family_name", numbers=("by__number",)),
            since("since", _("From"), "at__date"),
            until("until", _("Until"), "at__date"),
        ),
    )


def _line(entry: AuditEntry) -> TrailLine:
    by = entry.by.identity if entry.by else None
    return TrailLine(
        id=entry.pk,
        at=entry.at,
        by=by.name if by else "",
        by_number=by.number if by else "",
        action=entry.action,
        thing=entry.thing_label,
        thing_type=entry.thing_type.partition(".")[2],
        why=entry.why,
        before=_said(entry.before),
        after=_said(entry.after),
    )


def _said(values: Any) -> str:
    return json.dumps(values, ensure_ascii=False) if values else ""
