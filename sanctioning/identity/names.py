"""The name under which the public sees somebody.

Invariants: one way everywhere, on pages, in the API, on rosters and in files: who chose so is shown by the
member number; of a minor the given names and an initial; a record that was merged shows the one that is
kept. Whoever acts in an office is named in full there. Private desks name people in full.
Terms: shown name (a name as a page shows it; it knows whether anybody may open the page of that person).
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from sanctioning.kit.clock import today
from sanctioning.people.models.person import AGE_OF_MAJORITY, Person, PrivateData, Publicity


def shown(path: str = "") -> tuple[str, str]:
    """What `select_related` needs for the names of the people at that path."""
    start = f"{path}__" if path else ""
    return f"{start}private", f"{start}merged_into__private"


class ShownName(str):
    """A name that says whether it may lead to the page of its person."""

    has_page: bool

    @classmethod
    def of(cls, person: Person, name: str, day: dt.date | None = None) -> ShownName:
        shown_name = cls(name)
        shown_name.has_page = has_public_page(person, day)
        return shown_name


def leads_to_a_page(name: str) -> bool:
    """False where the person of the name shows the public no page."""
    return name.has_page if isinstance(name, ShownName) else True


def public_name(person: Person, day: dt.date | None = None) -> ShownName:
    """Given names first."""
    identity = person.identity
    if identity.publicity == Publicity.NUMBER:
        return ShownName.of(identity, identity.number, day)
    if is_minor(identity, day):
        return ShownName.of(identity, f"{identity.given_names} {identity.family_name[:1]}.".strip(), day)
    return ShownName.of(identity, identity.name, day)


def full_name(person: Person) -> ShownName:
    """For those who may read everybody's name: at the table, in office, at a desk."""
    return ShownName.of(person.identity, person.identity.name)


def public_sort_name(person: Person, day: dt.date | None = None) -> ShownName:
    """Family name first, as rosters print it."""
    identity = person.identity
    if identity.publicity == Publicity.NUMBER:
        return ShownName.of(identity, identity.number, day)
    if is_minor(identity, day):
        return ShownName.of(
            identity, f"{identity.family_name[:1]}., {identity.given_names}".removesuffix(", "), day
        )
    return ShownName.of(identity, identity.sort_name, day)


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names by member number; whoever shares a name with somebody else there has the number after it."""
    shared = Counter(name.casefold() for name in names.values())
    return {
        number: _numbered(name, number) if shared[name.casefold()] > 1 and name != number else name
        for number, name in names.items()
    }


def telling_apart(named: Callable[[Person], str], people: Iterable[Person]) -> Callable[[Person], str]:
    """The same way to name somebody, with the member number after a name that two of the people have; several
    records of one person are one."""
    names = told_apart({person.identity.number: named(person) for person in people})
    return lambda person: names.get(person.identity.number) or named(person)


def _numbered(name: str, number: str) -> str:
    numbered = ShownName(f"{name} ({number})")
    numbered.has_page = leads_to_a_page(name)
    return numbered


def has_public_page(person: Person, day: dt.date | None = None) -> bool:
    """Whether lists name the person and anybody may open the page; a minor's is for those who need it."""
    return person.identity.publicity == Publicity.LISTED and not is_minor(person.identity, day)


def is_minor(person: Person, day: dt.date | None = None) -> bool:
    private: PrivateData | None = getattr(person, "private", None)
    return private is not None and private.is_minor(day or today())


def born_after(day: dt.date) -> dt.date:
    """Whoever was born after this day is a minor on that one."""
    try:
        return day.replace(year=day.year - AGE_OF_MAJORITY)
    except ValueError:
        return dt.date(day.year - AGE_OF_MAJORITY, 2, 28)
