"""Who may reset a second factor."""

from __future__ import annotations

import datetime as dt

from sanctioning.identity.same_person import same_person
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds
from sanctioning.people.models.person import Person


def may_reset_second_factors(person: Person | None, day: dt.date) -> bool:
    """Those whom somebody can ask who lost the device."""
    return holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR)


def may_reset_second_factor(person: Person | None, day: dt.date, of: Person) -> bool:
    """Of another: nobody takes away his own, or a stolen session would be enough."""
    return not same_person(person, of) and may_reset_second_factors(person, day)
