"""How people are reached, and who holds an office."""

from __future__ import annotations

import datetime as dt

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet

from sanctioning.models import Appointment, Club, Person, PrivateData
from sanctioning.models.office import CLUB_OFFICES


def address_for(person: Person, day: dt.date) -> str:
    """Where mail to the person goes; empty where nothing is kept.

    A person of age is written to at the address that signs in, which is confirmed; a minor, and whoever has
    no account, at the address kept by those who registered them.
    """
    kept = _kept(person)
    own = person.account.email if person.account and person.account.is_active else ""
    if kept is None:
        return own
    return (kept.email or own) if kept.is_minor(day) else (own or kept.email)


def holders_of(day: dt.date, *offices: str, club: Club | None = None) -> QuerySet[Person]:
    """Whoever holds one of the offices on that day, each once."""
    held = Appointment.objects.on(day).filter(office__in=offices)
    if club is not None:
        held = held.filter(club=club)
    return Person.objects.filter(pk__in=held.values("person"))


def people_who_run(club: Club, day: dt.date) -> QuerySet[Person]:
    return holders_of(day, *CLUB_OFFICES, club=club)


def _kept(person: Person) -> PrivateData | None:
    try:
        return person.private
    except ObjectDoesNotExist:
        return None
