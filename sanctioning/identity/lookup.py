"""How people are found and reached, and who holds an office: always the records that are kept."""

from __future__ import annotations

import datetime as dt
from functools import partial

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Left

from sanctioning.clubs.models import Club
from sanctioning.identity.likeness import UNLIKE, WrittenName, beginnings
from sanctioning.identity.names import born_after, shown
from sanctioning.kit.clock import today
from sanctioning.kit.lists.word_search import MOST_WORDS
from sanctioning.kit.request_cache import asked_once
from sanctioning.offices.models.office import CLUB_OFFICES, Appointment
from sanctioning.people.models.person import Person, PrivateData, Publicity

MOST_DOUBLES = 20
BORN_THEN = 4
"""How unlike names count that share a part, of people born on one day: after all that are alike."""


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


def language_for(person: Person) -> str:
    """The language in which the person is written to: the one chosen on the site, else that of the site."""
    return (person.account.language if person.account else "") or settings.LANGUAGE_CODE


def holders_of(day: dt.date, *offices: str, club: Club | None = None) -> QuerySet[Person]:
    """Whoever holds one of the offices on that day, each once."""
    held = Appointment.objects.on(day).filter(office__in=offices)
    if club is not None:
        held = held.filter(club=club)
    holders = Q(pk__in=held.values("person"))
    merged_into = Person.objects.filter(holders, merged_into__isnull=False).values("merged_into")
    return Person.objects.filter(holders | Q(pk__in=merged_into), merged_into=None)


def people_who_run(club: Club, day: dt.date) -> QuerySet[Person]:
    return holders_of(day, *CLUB_OFFICES, club=club)


def possible_doubles(
    *, given_names: str, family_name: str, birth_date: dt.date | None = None, but: Person | None = None
) -> tuple[Person, ...]:
    """Records that may be the same person, the likeliest first: of a like name
    (`sanctioning.identity.likeness`), or born on the day with a part of the name alike; a merged record
    counts under the one that is kept.

    For the registrar and whoever registers, never for the one who asks. Two queries, one where nobody is.
    """
    written = WrittenName.of(given_names, family_name)
    born_then = PrivateData.objects.none()
    if birth_date is not None:
        born_then = PrivateData.objects.filter(birth_date=birth_date)
    begins = beginnings(given_names, family_name)
    words = {word for name in (given_names, family_name) for word in (name.strip(), *name.split()) if word}
    alike = Q(family_begins__in=begins) & (Q(given_begins__in=begins) | Q(given_names=""))
    for word in sorted(words)[: 2 * MOST_WORDS]:
        alike |= Q(family_name__iexact=word) | Q(given_names__iexact=word)
    narrowed = (
        Person.objects.filter(anonymised_at=None)
        .annotate(
            family_begins=Left("family_name", 1),
            given_begins=Left("given_names", 1),
            born_then=Exists(born_then.filter(person=OuterRef("pk"))),
        )
        .filter(alike | Q(born_then=True))
        .order_by()
        .values_list("pk", "merged_into", "given_names", "family_name", "born_then")
    )
    distances: dict[int, int] = {}
    for pk, merged_into, given, family, born in narrowed.iterator():
        other = WrittenName.of(given, family)
        distance = written.distance(other)
        if distance >= UNLIKE and born and written.shares_a_part(other):
            distance = BORN_THEN
        if distance < UNLIKE:
            kept_pk = merged_into or pk
            distances[kept_pk] = min(distance, distances.get(kept_pk, distance))
    if but is not None:
        distances.pop(but.pk, None)
    if not distances:
        return ()
    likeliest = sorted(distances, key=lambda kept_pk: (distances[kept_pk], kept_pk))[:MOST_DOUBLES]
    records = Person.objects.select_related("home_club", "private").filter(anonymised_at=None)
    return tuple(sorted(records.filter(pk__in=likeliest), key=lambda record: likeliest.index(record.pk)))


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
    numbered = Person.objects.select_related("home_club", *shown(), "merged_into__home_club")
    person = numbered.filter(number=number).first()
    return person.identity if person else None


def listed() -> QuerySet[Person]:
    """People of age who let their names stand in lists."""
    minor = Q(private__birth_date__gt=born_after(today()))
    return Person.objects.filter(merged_into=None, publicity=Publicity.LISTED).exclude(minor)
