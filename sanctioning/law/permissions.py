"""Who may amend the law."""

from __future__ import annotations

import datetime as dt

from sanctioning.offices.permissions import is_managing_executor
from sanctioning.people.models.person import Person


def may_amend_law(person: Person | None, day: dt.date) -> bool:
    return is_managing_executor(person, day)
