"""To whom a message goes."""

from __future__ import annotations

from collections.abc import Iterable

from sanctioning.identity.same_person import same_person
from sanctioning.people.models.person import Person


def but(by: Person | None, people: Iterable[Person]) -> list[Person]:
    """Whoever acted knows it already, by whichever of their records."""
    return [person for person in people if not same_person(person, by)]
