"""How people are found and reached, and who holds an office: always the records that are kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Exists, OuterRef, Q, QuerySet

from sanctioning.clubs.models import Club
from sanctioning.identity.names import born_after, shown
from sanctioning.identity.same_person import identity_of, is_one_record
from sanctioning.kit.clock import today
from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.request_cache import asked_once
from sanctioning.offices.models.office import CLUB_OFFICES, Appointment
from sanctioning.people.models.person import Person, PrivateData, Publicity


def address_for(person: Person, day: dt.date) -> str:
    """Where mail to the person goes; empty where nothing is kept.

    A person of age is written to at the address that signs in, which is confirmed; a minor, and whoever has
    no account, at the address kept by those who registered them.
    """
    private = _kept(person)
    own = person.account.email if person.account and person.account.is_active else ""
    if private is None:
        return own
    return (private.email or own) if private.is_minor(day) else (own or private.email)


def reachable(people: Iterable[Person]) -> frozenset[int]:
    """Of these records, by key, the ones whose person can read a message: by an account, or by mail. One
    query."""
    reads = Q(account__isnull=False) | (Q(private__isnull=False) & ~Q(private__email=""))
    into = Q(merged_into__account__isnull=False) | (
        Q(merged_into__private__isnull=False) & ~Q(merged_into__private__email="")
    )
    keys = [person.pk for person in people]
    return frozenset(Person.objects.filter(reads | into, pk__in=keys).values_list("pk", flat=True))


def language_for(person: Person) -> str:
    """The language in which the person is written to: the one they chose, else the authority's first."""
    return (person.account.language if person.account else "") or authority().language


def holders_of(day: dt.date, *offices: str, club: Club | None = None) -> QuerySet[Person]:
    """Whoever holds one of the offices on that day, each once."""
    held = Appointment.objects.on(day).filter(office__in=offices)
    if club is not None:
        held = held.filter(club=club)
    return Person.objects.filter(pk__in=held.values_list(identity_of("person")))


def people_who_run(club: Club, day: dt.date) -> QuerySet[Person]:
    return holders_of(day, *CLUB_OFFICES, club=club)


def _kept(person: Person) -> PrivateData | None:
    try:
        return person.private
    except ObjectDoesNotExist:
        return None


def person_numbered(*, number: str) -> Person | None:
    """Whoever has this member number, however it was typed: the record that is kept. One query, once in a
    page."""
    wanted = number.strip().upper()
    return asked_once(("number", wanted), partial(_numbered, wanted))


def _numbered(number: str) -> Person | None:
    merged = Person.objects.filter(merged_into=OuterRef("pk"))
    numbered = Person.objects.select_related("home_club", *shown(), "merged_into__home_club")
    person = numbered.annotate(several=Exists(merged)).filter(number=number).first()
    if person is not None and person.merged_into is None and not person.several:
        is_one_record(person)
    return person.identity if person else None


def people_by_number(numbers: Iterable[str]) -> dict[str, Person]:
    """The records with these numbers, merged ones too, with what their public names need. One query."""
    people = Person.objects.filter(number__in=list(numbers)).select_related(*shown())
    return {person.number: person for person in people}


def listed() -> QuerySet[Person]:
    """People of age who let their names stand in lists."""
    minor = Q(private__birth_date__gt=born_after(today()))
    return Person.objects.filter(merged_into=None, publicity=Publicity.LISTED).exclude(minor)


def is_listed(path: str) -> Q:
    """Whether whoever stands at that path is one of them, by the record that is kept."""

    def named(at: str) -> Q:
        birth_date = f"{at}__private__birth_date"
        of_age = Q(**{f"{birth_date}__isnull": True}) | Q(**{f"{birth_date}__lte": born_after(today())})
        return of_age & Q(**{f"{at}__publicity": Publicity.LISTED})

    into = f"{path}__merged_into"
    kept = Q(**{f"{into}__isnull": True})
    return (kept & named(path)) | (~kept & named(into))
