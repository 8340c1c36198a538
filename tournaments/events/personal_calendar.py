"""The dates of one person: events entered and run, games to rule; one list, to which each layer adds its own.

Purpose: what somebody's own calendar feed shows.
Invariants: only dates of this person; each source asks a constant number of queries. A date that is called
off stays and says so, so that a calendar that has it strikes it out.
Terms: date (one entry of a calendar), source (gives the dates of one kind).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sanctioning.kit.registry import Registry
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
DATES: Registry[DateSource] = Registry("dates of a person")


def diary_of(person: Person) -> tuple[Date, ...]:
    """All dates of a person, the earliest first."""
    return tuple(
        sorted(
            (date for source in DATES.values() for date in source(person)),
            key=lambda date: (date.starts_at, date.key),
        )
    )
