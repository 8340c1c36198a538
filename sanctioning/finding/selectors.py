"""People as they are found by what somebody types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from django.db import transaction
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.db.models.expressions import Combinable

from sanctioning.finding.audience import Audience
from sanctioning.finding.spelling import NEAR, likeness
from sanctioning.finding.word_lookups import (
    SHORTEST,
    begins_with_letters,
    saying_how_alike,
    says_every,
    spelt_like_every,
)
from sanctioning.identity.found_by import NUMBER, words_sought
from sanctioning.identity.likeness import WrittenName
from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import today
from sanctioning.kit.lists.word_search import MOST_WORDS
from sanctioning.people.models.person import Person

MOST: Final = 8
"""As many as fit above the keyboard of a phone."""
CANDIDATES: Final = 200
NAMESAKE: Final = 2
WHOLE, BEGUN, INSIDE = 0, 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPerson:
    """`born` is the year, for those who may see it; `double` says that another who was found may be the same
    person."""

    number: str
    name: str
    club_name: str
    born: int | None
    double: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPeople:
    """The likeliest first; `nearest` where nobody is called so, and these are spelt like it; `more` where
    there are others."""

    people: tuple[FoundPerson, ...]
    nearest: bool
    more: bool


@dataclass(frozen=True, slots=True)
class Match:
    """`whole` where every word that was typed is a whole one of theirs."""

    person: Person
    whole: bool


NOBODY: Final = FoundPeople(people=(), nearest=False, more=False)


def found_people(*, asker: Person | None, text: str) -> FoundPeople:
    """Whoever has every word of the text in name, number or club. One query; two more where nobody has."""
    audience = Audience.of(asker, today())
    matches, nearest = search(audience, text)
    people = [match.person for match in matches]
    return FoundPeople(people=as_seen(audience, people[:MOST]), nearest=nearest, more=len(people) > MOST)


def search(audience: Audience, text: str) -> tuple[list[Match], bool]:
    """One more than is shown, at most, and whether these are only the nearest."""
    whole_number = NUMBER.fullmatch(text.strip())
    if whole_number:
        numbered = person_numbered(number=f"W-{whole_number[1]}-{whole_number[2]}")
        return ([Match(numbered, whole=True)] if numbered else []), False
    words = words_sought(text)[:MOST_WORDS]
    if not any(map(begins_with_letters, words)):
        return [], False
    matches = _with_every_word(audience, words)
    if matches:
        return matches, False
    return [Match(person, whole=False) for person in _nearest(audience, words)], True


def as_seen(audience: Audience, people: Sequence[Person]) -> tuple[FoundPerson, ...]:
    return tuple(
        FoundPerson(
            number=person.number,
            name=audience.name_of(person),
            club_name=person.home_club.name if person.home_club and audience.sees(person) else "",
            born=audience.year_of(person),
            double=any(_may_be_one(audience, person, other) for other in people if other is not person),
        )
        for person in people
    )


def _with_every_word(audience: Audience, words: Sequence[str]) -> list[Match]:
    """Whole words first, then those that begin so. Names, clubs and years are read of the few that are shown,
    so they are chosen in the same query before anything is joined to them."""
    unlike: Combinable = Value(0, output_field=IntegerField())
    for word in words:
        unlike = unlike + Case(
            When(found_by__contains=f" {word} ", then=Value(WHOLE)),
            When(found_by__contains=f" {word}", then=Value(BEGUN)),
            default=Value(INSIDE),
        )
    chosen = (
        Person.objects.filter(audience.condition, says_every(words))
        .order_by(unlike, "family_name", "given_names", "number")
        .values("pk")[: MOST + 1]
    )
    people = _shown(Person.objects.filter(pk__in=chosen).order_by("family_name", "given_names", "number"))
    matches = [(sum(_unlike(word, person) for word in words), person) for person in people]
    return [Match(person, whole=unlike == WHOLE) for unlike, person in sorted(matches, key=itemgetter(0))]


def _unlike(word: str, person: Person) -> int:
    if f" {word} " in person.found_by:
        return WHOLE
    return BEGUN if f" {word}" in person.found_by else INSIDE


def _shown(people: QuerySet[Person]) -> QuerySet[Person]:
    return people.select_related("home_club", "private")


@transaction.atomic
def _nearest(audience: Audience, words: Sequence[str]) -> list[Person]:
    """Those whose names are spelt most like it."""
    spelt = [word for word in words if len(word) >= SHORTEST]
    if not spelt:
        return []
    saying_how_alike()
    candidates = _shown(Person.objects.filter(audience.condition, spelt_like_every(spelt)).order_by())[
        :CANDIDATES
    ]
    alike = {person: likeness(words, person.found_by.split()) for person in candidates}
    near = [person for person in candidates if alike[person] >= NEAR]
    return sorted(near, key=lambda person: (-alike[person], person.sort_name, person.number))[:MOST]


def _may_be_one(audience: Audience, person: Person, other: Person) -> bool:
    """Names alike, and nothing that the asker may see tells them apart."""
    if not (audience.sees(person) and audience.sees(other)):
        return False
    years = {audience.year_of(person), audience.year_of(other)} - {None}
    clubs = {person.home_club_id, other.home_club_id} - {None}
    if len(years) > 1 or len(clubs) > 1:
        return False
    name = WrittenName.of(person.given_names, person.family_name)
    return name.distance(WrittenName.of(other.given_names, other.family_name)) < NAMESAKE
