"""What the authority tells the layers above, each in the transaction of the act and under its locks.

One that objects raises a `Refusal`, and nothing has happened. Who is told is listed in `config.wiring`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from sanctioning.kit.registry import Registry

if TYPE_CHECKING:
    from sanctioning.bars.models import Bar
    from sanctioning.clubs.models import Club
    from sanctioning.offices.models.office import DeclaredConflict
    from sanctioning.people.models.person import Person
    from sanctioning.sanctions.models import Sanction


class FollowsPeople(Protocol):
    """Takes records that are kept, after a merge or its undoing."""

    def __call__(self, *, people: Sequence[Person], by: Person, at: dt.datetime, why: str) -> None: ...


class SettlesSanction(Protocol):
    """Takes an approved sanction of which nothing is left to be paid."""

    def __call__(self, *, by: Person, sanction: Sanction, at: dt.datetime) -> object: ...


class LetsGoOfPerson(Protocol):
    """Takes a record that is about to be deleted, or refused, to let go of what never came to anything."""

    def __call__(self, *, person: Person, by: Person, at: dt.datetime, why: str) -> None: ...


INVOICE_SETTLED: Registry[SettlesSanction] = Registry("told that the invoice of a sanction is settled")
SANCTION_CANCELLING: Registry[Callable[[Sanction], None]] = Registry("told that a sanction is cancelled")
CLUB_CLOSING: Registry[Callable[[Club, dt.datetime], None]] = Registry("told that a club closes")
BAR_IMPOSED: Registry[Callable[[Bar, dt.datetime], None]] = Registry("told of a bar")
CONFLICT_DECLARED: Registry[Callable[[DeclaredConflict, dt.datetime], None]] = Registry(
    "told of a declared conflict"
)
# The record that is kept, then the one that becomes part of it.
PEOPLE_MERGING: Registry[Callable[[Person, Person], None]] = Registry("told that two records become one")
PEOPLE_CHANGED: Registry[FollowsPeople] = Registry("told that records were merged or parted")
PERSON_DELETING: Registry[LetsGoOfPerson] = Registry("told that a record is deleted")
PROVISIONAL_REFUSED: Registry[LetsGoOfPerson] = Registry("told that a provisional record is refused")
PUBLICITY_CHANGED: Registry[Callable[[Person], None]] = Registry(
    "told that somebody is shown to others in another way"
)
PERSON_ANONYMISED: Registry[Callable[[Person], None]] = Registry("told that a person was anonymised")
