"""How people are found and reached, and who holds an office: always the records that are kept."""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Q, QuerySet

from sanctioning.models import Appointment, Club, Person, PrivateData
from sanctioning.models.office import CLUB_OFFICES
from sanctioning.models.person import LONGEST_NAME
from sanctioning.names import shown

MOST_WORDS = 6


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


def language_for(person: Person) -> str:
    """The language in which the person is written to: the one chosen on the site, else that of the house."""
    return (person.account.language if person.account else "") or settings.LANGUAGE_CODE


def holders_of(day: dt.date, *offices: str, club: Club | None = None) -> QuerySet[Person]:
    """Whoever holds one of the offices on that day, each once."""
    held = Appointment.objects.on(day).filter(office__in=offices)
    if club is not None:
        held = held.filter(club=club)
    holders = Q(pk__in=held.values("person"))
    kept = Person.objects.filter(holders, merged_into__isnull=False).values("merged_into")
    return Person.objects.filter(holders | Q(pk__in=kept), merged_into=None)


def people_who_run(club: Club, day: dt.date) -> QuerySet[Person]:
    return holders_of(day, *CLUB_OFFICES, club=club)


def words_sought(search: str) -> list[str]:
    """The words of a search that are looked for; one longer than any name is cut and still names nobody."""
    return [word[: LONGEST_NAME + 1] for word in search.split()[:MOST_WORDS]]


def possible_doubles(
    *, given_names: str, family_name: str, birth_date: dt.date | None = None, but: Person | None = None
) -> tuple[Person, ...]:
    """Records that may be the same person: of the same name, or born on the day with a name in common.

    For the registrar and whoever registers, never for the one who asks. One query.
    """
    named = Q(family_name__iexact=family_name.strip(), given_names__iexact=given_names.strip())
    initial = given_names.strip()[:1]
    if initial:
        named |= Q(family_name__iexact=family_name.strip(), given_names__istartswith=initial)
    if birth_date is not None:
        alike = Q(family_name__iexact=family_name.strip()) | Q(given_names__iexact=given_names.strip())
        named |= Q(private__birth_date=birth_date) & alike
    found = Person.objects.filter(named, merged_into=None, anonymised_at=None)
    if but is not None:
        found = found.exclude(pk=but.pk)
    return tuple(found.select_related("home_club", "private").distinct()[:20])


def _kept(person: Person) -> PrivateData | None:
    try:
        return person.private
    except ObjectDoesNotExist:
        return None


def person_numbered(*, number: str) -> Person | None:
    """Whoever has this member number, however it was typed: the record that is kept."""
    found = (
        Person.objects.select_related("home_club", *shown(), "merged_into__home_club")
        .filter(number=number.strip().upper())
        .first()
    )
    return found.identity if found else None
