"""Who may appoint an Acting Executor."""

from __future__ import annotations

import datetime as dt

from sanctioning.identity.same_person import same_person
from sanctioning.offices.permissions import is_executor, is_managing_executor
from sanctioning.people.models.person import Person


def may_appoint_executor(person: Person | None, day: dt.date) -> bool:
    """The authority appoints (section IV)."""
    return is_managing_executor(person, day)


def may_see_executor(asker: Person | None, day: dt.date, of: Person) -> bool:
    own = same_person(asker, of) and is_executor(of, day)
    return own or is_managing_executor(asker, day)
