"""Who may do what with a club."""

from __future__ import annotations

import datetime as dt

from django.db.models import Q

from sanctioning.clubs.models import Club
from sanctioning.identity.same_person import rows_of
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds, is_managing_executor, runs_club
from sanctioning.people.models.person import Person


def keeps_club(person: Person | None, day: dt.date, club: Club) -> bool:
    """Its officers; before the approval and after a refusal whoever registered it and its officers to be."""
    if person is None:
        return False
    if club.state in (Club.State.APPROVED, Club.State.CLOSED):
        return holds(person, day, Office.CLUB_OFFICER, club=club)
    own = rows_of(person)
    return Club.objects.filter(Q(registered_by__in=own) | Q(officers_to_be__in=own), pk=club.pk).exists()


def may_close_club(person: Person | None, day: dt.date, club: Club) -> bool:
    return keeps_club(person, day, club) or is_managing_executor(person, day)


def may_see_members(person: Person | None, day: dt.date, club: Club) -> bool:
    """The club's own people, and those who keep the authority's records."""
    return runs_club(person, day, club) or holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR)


def has_club_desk(person: Person | None, day: dt.date, club: Club) -> bool:
    """Whether the club's own desk is the person's to see."""
    return keeps_club(person, day, club) or may_see_members(person, day, club)


def may_approve_club(person: Person | None, day: dt.date) -> bool:
    return is_managing_executor(person, day)
