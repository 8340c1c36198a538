"""Who may keep somebody from games."""

from __future__ import annotations

import datetime as dt

from sanctioning.offices.permissions import is_managing_executor
from sanctioning.people.models.person import Person


def may_bar(person: Person | None, day: dt.date) -> bool:
    """The authority bars players from what it sanctions."""
    return is_managing_executor(person, day)
