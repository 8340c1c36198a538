"""To whom a message goes."""

from __future__ import annotations

from collections.abc import Iterable

from sanctioning.people.models.person import Person


def but(by: Person | None, people: Iterable[Person]) -> list[Person]:
    """Whoever acted knows it already."""
    return [person for person in people if by is None or person.pk != by.pk]
