"""Who records certificates and sees their codes."""

from __future__ import annotations

import datetime as dt

from sanctioning.identity.same_person import same_person
from sanctioning.offices.permissions import is_registrar
from sanctioning.people.models.person import Person


def may_record(person: Person | None, day: dt.date) -> bool:
    return is_registrar(person, day)


def may_see_codes(asker: Person | None, day: dt.date, of: Person) -> bool:
    """A code is as good as the paper: only its owner and the registrar see it."""
    return same_person(asker, of) or is_registrar(asker, day)
