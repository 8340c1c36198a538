"""Who may have what exported, and whose exports somebody keeps."""

from __future__ import annotations

import datetime as dt

from django.db.models import QuerySet

from sanctioning.identity.same_person import rows_of
from sanctioning.people.models.person import Person
from scoring.exports.models import Export
from scoring.rosters.permissions import may_compile_roster
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event


def may_export(person: Person | None, day: dt.date, event: Event | None) -> bool:
    """Entries of an event: who runs it; rosters and the ledger: who keeps the authority's records."""
    return may_run_event(person, day, event) if event else may_compile_roster(person, day)


def kept_by(person: Person) -> QuerySet[Export]:
    """One's own."""
    return Export.objects.filter(owner__in=rows_of(person)).select_related("event__club")
