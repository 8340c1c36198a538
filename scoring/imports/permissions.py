"""Who imports: the registrar prepares, the Managing Executor decides what is taken over.

Whoever runs an event imports its entries.
"""

from __future__ import annotations

import datetime as dt

from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds, is_managing_executor
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event


def may_prepare_import(person: Person | None, day: dt.date, event: Event | None = None) -> bool:
    """See imports, upload a file and have it checked; of one `event` alone, also whoever runs it."""
    keeps_records = holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR)
    return keeps_records or (event is not None and may_run_event(person, day, event))


def may_write_import(
    person: Person | None, day: dt.date, *, decided: bool, event: Event | None = None
) -> bool:
    """Write what was checked, and take it back. What is `decided` is the Managing Executor's alone."""
    return is_managing_executor(person, day) if decided else may_prepare_import(person, day, event)
