"""Who compiles rosters."""

from __future__ import annotations

import datetime as dt

from sanctioning.offices.permissions import is_managing_executor, is_registrar
from sanctioning.people.models.person import Person


def may_compile_roster(person: Person | None, day: dt.date) -> bool:
    return is_registrar(person, day) or is_managing_executor(person, day)
