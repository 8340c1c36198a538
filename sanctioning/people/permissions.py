"""Who may do what with the records of people."""

from __future__ import annotations

import datetime as dt

from sanctioning.offices.models.office import CLUB_OFFICES, Office
from sanctioning.offices.permissions import holds, is_registrar, runs_club
from sanctioning.people.models.person import Person


def may_register_person(person: Person | None, day: dt.date) -> bool:
    """Registrar, Managing Executor, or whoever runs a club, which takes entries of people not yet known."""
    return holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR, *CLUB_OFFICES)


def may_merge_people(person: Person | None, day: dt.date) -> bool:
    return is_registrar(person, day)


def may_correct_person(person: Person | None, day: dt.date) -> bool:
    return is_registrar(person, day)


def may_decide_claims(person: Person | None, day: dt.date) -> bool:
    return is_registrar(person, day)


def may_issue_claim_code(person: Person | None, day: dt.date, of: Person) -> bool:
    """The registrar, and whoever runs the person's home club and can hand it over."""
    if is_registrar(person, day):
        return True
    return of.home_club is not None and runs_club(person, day, of.home_club)
