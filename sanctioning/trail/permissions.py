"""Who may read the trail."""

from __future__ import annotations

import datetime as dt

from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds
from sanctioning.people.models.person import Person


def may_read_trail(person: Person | None, day: dt.date) -> bool:
    """Every act of everybody, with what it changed."""
    return holds(person, day, Office.MANAGING_EXECUTOR)
