"""The dates of one person: events entered and run, games to rule; one list, to which each floor adds its own.

Purpose: what somebody's own calendar feed shows.
Invariants: only dates of this person; each source asks a constant number of queries. A date that is called
off stays and says so, so that a calendar that has it strikes it out.
Terms: date (one entry of a calendar), source (gives the dates of one kind; registered by its app when it is
ready: deadlines of appeals will be one).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sanctioning.people.models.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Date:
    """`key` names it for good; `changes` counts how often it changed; a day alone has no time of the day."""

    key: str
    title: str
    starts_at: dt.datetime
    ends_at: dt.datetime
    time_zone: str
    place: str
    path: str
    said: str
    changes: int
    changed_at: dt.datetime
    called_off: bool = False
    tentative: bool = False


DateSource = Callable[[Person], Iterable[Date]]
_sources: dict[str, DateSource] = {}


def register(floor: str, source: DateSource) -> None:
    """What gives the dates of one floor; said again it is said once."""
    _sources[floor] = source


def diary_of(person: Person) -> tuple[Date, ...]:
    """All dates of a person, the earliest first."""
    return tuple(
        sorted(
            (one for source in _sources.values() for one in source(person)),
            key=lambda one: (one.starts_at, one.key),
        )
    )
