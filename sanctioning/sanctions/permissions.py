"""Who may apply for a sanction, and who decides."""

from __future__ import annotations

import datetime as dt

from sanctioning.clubs.models import Club
from sanctioning.offices.permissions import is_managing_executor, runs_club
from sanctioning.people.models.person import Person


def may_apply_for_sanction(person: Person | None, day: dt.date, club: Club) -> bool:
    return runs_club(person, day, club)


def may_decide_sanction(person: Person | None, day: dt.date) -> bool:
    return is_managing_executor(person, day)
