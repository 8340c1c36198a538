"""The names of a roster as a page shows them today.

Purpose: what is printed (booklet, CSV, workbook, JSON) keeps its names for good; a page, the API and a search
name nobody who has hidden since, nobody who is under age, and whoever was anonymised by the pseudonym.
Invariants: whoever does not hide stands as printed; a name that is hidden is not found by a search for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from sanctioning.identity.lookup import people_by_number
from sanctioning.identity.names import ShownName, is_minor, public_sort_name
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person, Publicity
from scoring.rosters.lines import RosterLine

AT_ONCE = 500


def names_today(printed: Mapping[str, str]) -> dict[str, str]:
    """What stands today for each name that was printed, by member number. One query for each 500."""
    numbers = iter(printed)
    names = dict(printed)
    while some := list(islice(numbers, AT_ONCE)):
        for number, person in people_by_number(some).items():
            names[number] = _name_today(person, printed[number])
    return names


def as_shown(lines: Iterable[RosterLine]) -> Iterator[tuple[RosterLine, str]]:
    """Each line with the name that stands for it today. One query for each 500."""
    lines = iter(lines)
    while some := list(islice(lines, AT_ONCE)):
        people = people_by_number({line.number for line in some})
        for line in some:
            person = people.get(line.number)
            yield line, _name_today(person, line.name) if person else line.name


def found_as_shown(
    lines: Iterable[RosterLine], matches: Callable[[RosterLine, str], bool]
) -> Iterator[tuple[RosterLine, str]]:
    """The lines that match as they were printed and still do as they are shown."""
    printed = (line for line in lines if matches(line, line.name))
    return ((line, name) for line, name in as_shown(printed) if matches(line, name))


def _name_today(person: Person, printed: str) -> ShownName:
    identity = person.identity
    hides = (
        identity.publicity == Publicity.NUMBER
        or identity.anonymised_at is not None
        or is_minor(identity, today())
    )
    return public_sort_name(person) if hides else ShownName.of(person, printed)
