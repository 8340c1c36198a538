"""Who may appoint an Acting Executor."""

from __future__ import annotations

import datetime as dt

from sanctioning.offices.permissions import is_managing_executor
from sanctioning.people.models.person import Person


def may_appoint_executor(person: Person | None, day: dt.date) -> bool:
    """The authority appoints (section IV)."""
    return is_managing_executor(person, day)
