"""People as they are found by what somebody types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sanctioning.identity.found_by import NUMBER, written_out
from sanctioning.identity.likeness import WrittenName
from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person
from sanctioning.people_search.audience import Audience
from sanctioning.people_search.rows import WHOLE, nearest, with_every_word, words_to_find

MOST: Final = 8
"""As many as fit above the keyboard of a phone."""
NAMESAKE: Final = 2
BY_NAME: Final = ("family_name", "given_names", "number")
SHOWN: Final = ("home_club", "private")


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
class PersonMatch:
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


def names_by_number(*, asker: Person | None, text: str) -> dict[str, str]:
    """Of the numbers in a text, name and number as the asker may read them. No question where it has none."""
    numbers = {written_out(number) for number in NUMBER.finditer(text)}
    if not numbers:
        return {}
    people = list(Person.objects.filter(number__in=numbers).select_related(*SHOWN))
    found = as_seen(Audience.of(asker, today()), people)
    return {
        person.number: person.number if person.name == person.number else f"{person.name}, {person.number}"
        for person in found
    }


def search(audience: Audience, text: str) -> tuple[list[PersonMatch], bool]:
    """One more than is shown, at most, and whether these are only the nearest."""
    whole_number = NUMBER.fullmatch(text.strip())
    if whole_number:
        numbered = person_numbered(number=written_out(whole_number))
        return ([PersonMatch(numbered, whole=True)] if numbered else []), False
    words = words_to_find(text)
    if not words:
        return [], False
    people = Person.objects.filter(audience.condition)
    matches = with_every_word(people, words, order=BY_NAME, most=MOST + 1, joined=SHOWN)
    if matches:
        return [PersonMatch(person, whole=unlike == WHOLE) for unlike, person in matches], False
    near = nearest(people, words, order=_as_sorted, most=MOST, joined=SHOWN)
    return [PersonMatch(person, whole=False) for person in near], True


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


def _as_sorted(person: Person) -> tuple[str, ...]:
    return person.sort_name, person.number


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
