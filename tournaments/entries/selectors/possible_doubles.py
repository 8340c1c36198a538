"""Who entered without a number and may have a record already: for whoever runs the event.

Invariant: the registrar decides whether two records are one person; here only numbers are named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sanctioning.identity.doubles import Sought, doubles_of_each
from sanctioning.people.models.provisional import ProvisionalRecord
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event

MOST_NAMED: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleDouble:
    """`numbers` are those of the records that are most alike."""

    name: str
    number: str
    numbers: tuple[str, ...]


def possible_doubles_in(event: Event) -> tuple[PossibleDouble, ...]:
    """By name. One query, two more where somebody without a number is entered."""
    entered = event.entries.exclude(state__in=Entry.GONE).values("person")
    records = ProvisionalRecord.objects.waiting().filter(person__in=entered).select_related("person")
    people = sorted((record.person for record in records), key=lambda person: (person.sort_name, person.pk))
    alike = doubles_of_each(
        [Sought(given_names=person.given_names, family_name=person.family_name) for person in people]
    )
    found = (
        PossibleDouble(
            name=person.name,
            number=person.number,
            numbers=tuple(double.number for double in doubles if double.pk != person.pk)[:MOST_NAMED],
        )
        for person, doubles in zip(people, alike, strict=True)
    )
    return tuple(line for line in found if line.numbers)
