"""What waits for somebody: one list, to which each layer adds its kinds from its own module.

Purpose: whoever holds an office, runs a club or plays finds all that he has to do on one page, counted in the
masthead of every page.
Invariants: only what this person can deal with; each source asks a constant number of queries, and none for
an office that is not held; of all kinds that are one question to the database it is asked at once which of
them there is anything of, and only those are read; kinds come by `rank`, but what has to be
done within a week before the others.
Terms: kind (one sort of thing to do), line (one thing of it), holder (who asks, with what he holds today),
source (gives the kinds of one layer).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import IntegerField, Model, QuerySet, Value

from sanctioning.clubs.models import Club
from sanctioning.identity.same_person import own_keys
from sanctioning.kit.clock import today
from sanctioning.kit.registry import Registry
from sanctioning.offices.models.office import CLUB_OFFICES
from sanctioning.offices.permissions import appointments_of
from sanctioning.offices.selectors import clubs_kept_by
from sanctioning.people.models.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingLine:
    """One thing: its name and page, since when and until when it waits, and what is wrong with it.

    `club` is the slug of the club that it concerns, empty for none. `about` names the thing where
    messages about it lead to another page.
    """

    name: str
    path: str
    since: dt.date | None = None
    until: dt.date | None = None
    said: str = ""
    club: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """A kind with its lines; `path` is the page that deals with all of them, empty where there is none."""

    kind: str
    rank: int
    title: str
    lines: tuple[WaitingLine, ...]
    path: str = ""

    @property
    def words(self) -> str:
        """What all of them are, without how many: "appeals to judge"."""
        number, _blank, words = self.title.partition(" ")
        return words if number.isdigit() else self.title

    @property
    def first_until(self) -> dt.date | None:
        return min((line.until for line in self.lines if line.until), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingPerson:
    """Who asks. `own` are the keys of all records that are this person."""

    person: Person
    day: dt.date
    own: frozenset[int]
    offices: frozenset[str]
    clubs: tuple[Club, ...]

    @property
    def kept(self) -> tuple[Club, ...]:
        """Clubs that are not approved yet. One query, once in a page."""
        return clubs_kept_by(self.person)


@dataclass(frozen=True, slots=True)
class WaitingQuery:
    """A kind, or several of the same rows, that one query reads; `waits` says what its rows are."""

    rows: QuerySet[Any]
    waits: Callable[[list[Any]], Iterable[Waits]]


NOW: Final = 0
"""The rank of what happens at an event of today."""

SOON: Final = dt.timedelta(days=7)

WaitingSource = Callable[[WaitingPerson], Iterable[Waits | WaitingQuery]]
WAITS: Registry[WaitingSource] = Registry("what waits")
CLUB_WAITS: Registry[WaitingSource] = Registry("what waits at clubs")
"""Of which a line may concern a club that the person runs: the desk of a club asks these alone."""


def holder_of(person: Person) -> WaitingPerson:
    """The person with what he holds today. Two queries, of which a page has asked one."""
    day = today()
    own = frozenset(own_keys(person))
    held = [term for term in appointments_of(person) if term.runs_on(day)]
    run = {term.club.pk: term.club for term in held if term.club and term.office in CLUB_OFFICES}
    return WaitingPerson(
        person=person,
        day=day,
        own=own,
        offices=frozenset(term.office for term in held),
        clubs=tuple(sorted(run.values(), key=lambda club: (club.name, club.pk))),
    )


def waiting_for(holder: WaitingPerson) -> tuple[Waits, ...]:
    """All that waits for this person, by kind; nothing of which there is none."""
    return _answered(holder, (*WAITS.values(), *CLUB_WAITS.values()))


def waiting_at_club(person: Person, slug: str) -> tuple[Waits, ...]:
    """What of it concerns one club, for the club's own desk."""
    everywhere = holder_of(person)
    holder = replace(everywhere, clubs=tuple(club for club in everywhere.clubs if club.slug == slug))
    if not holder.clubs and all(club.slug != slug for club in holder.kept):
        return ()
    own = (
        replace(waits, lines=tuple(line for line in waits.lines if line.club == slug))
        for waits in _answered(holder, CLUB_WAITS.values())
    )
    return tuple(waits for waits in own if waits.lines)


def _answered(holder: WaitingPerson, sources: Iterable[WaitingSource]) -> tuple[Waits, ...]:
    parts = [part for source in sources for part in source(holder)]
    questions = [part for part in parts if isinstance(part, WaitingQuery)]
    some = _of_which_there_is_something(questions)
    everything = [part for part in parts if isinstance(part, Waits)]
    for nth, question in enumerate(questions):
        if nth in some:
            everything += question.waits(list(question.rows))
    in_order = sorted(everything, key=lambda waits: _order(waits, holder.day))
    return tuple(waits for waits in in_order if waits.lines)


def _order(waits: Waits, day: dt.date) -> tuple[bool, dt.date, int]:
    """What happens now, then what has to be done within a week by its day, then the rest."""
    until = waits.first_until
    soon = until is not None and until <= day + SOON
    return waits.rank > NOW, until if until and soon else dt.date.max, waits.rank


def _of_which_there_is_something(questions: Sequence[WaitingQuery]) -> set[int]:
    """By their places. One query: most often most of them find nothing, and a question in full takes longer
    to write than to answer."""
    asked = [
        question.rows.order_by().values_list(Value(nth, output_field=IntegerField()))
        for nth, question in enumerate(questions)
    ]
    return {nth for (nth,) in asked[0].union(*asked[1:])} if asked else set()


def thing_named(thing: Model) -> str:
    """By its type and key: so what waits, and a thread of messages, name what they are about."""
    return f"{thing._meta.label}/{thing.pk}"
