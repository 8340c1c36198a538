"""Who may see to fees."""

from __future__ import annotations

import datetime as dt

from sanctioning.clubs.models import Club
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds, runs_club
from sanctioning.people.models.person import Person


def may_handle_fees(person: Person | None, day: dt.date) -> bool:
    """Invoices, payments, credit and the bank's files: whoever keeps the authority's accounts."""
    return holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR)


def may_see_account(person: Person | None, day: dt.date, club: Club) -> bool:
    """The club's own people, and those who keep the authority's records."""
    return runs_club(person, day, club) or may_handle_fees(person, day)
