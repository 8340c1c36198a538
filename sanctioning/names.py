"""The name under which the public sees somebody.

Invariants: one way everywhere, on pages, in the API, on rosters and in files: who chose so is shown by the
member number; of a minor the given names and an initial; a record that was merged shows the one that is
kept. Whoever acts in an office is named in full there. Private desks name people in full.
"""

from __future__ import annotations

import datetime as dt

from sanctioning.clock import today
from sanctioning.models import Person, PrivateData, Publicity
from sanctioning.models.person import AGE_OF_MAJORITY


def shown(path: str = "") -> tuple[str, str]:
    """What `select_related` needs for the names of the people at that path."""
    start = f"{path}__" if path else ""
    return f"{start}private", f"{start}merged_into__private"


def public_name(person: Person, day: dt.date | None = None) -> str:
    """Given names first."""
    one = person.identity
    if one.publicity == Publicity.NUMBER:
        return one.number
    if is_minor(one, day):
        return f"{one.given_names} {one.family_name[:1]}.".strip()
    return one.name


def public_sort_name(person: Person, day: dt.date | None = None) -> str:
    """Family name first, as rosters print it."""
    one = person.identity
    if one.publicity == Publicity.NUMBER:
        return one.number
    if is_minor(one, day):
        return f"{one.family_name[:1]}., {one.given_names}".removesuffix(", ")
    return one.sort_name


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
