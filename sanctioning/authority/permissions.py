"""Who may say what the authority is called."""

from __future__ import annotations

import datetime as dt

from sanctioning.offices.permissions import is_managing_executor
from sanctioning.people.models.person import Person


def may_describe_authority(person: Person | None, day: dt.date) -> bool:
    return is_managing_executor(person, day)
