"""Canons of a game as its directors and players read them: the book of an event, and somebody's own.

Terms: as in `tournaments.justice.canons.models`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sanctioning.identity.names import shown
from sanctioning.identity.same_person import identity_id, rows_of
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.formats.canons import Canons, Violated
from tournaments.formats.registry import format_named
from tournaments.justice.canon_steps.selectors import by_person, events_sat_out, violated
from tournaments.justice.canons.models import CanonStep, CanonStepQuerySet


@dataclass(frozen=True, slots=True, kw_only=True)
class CanonLine:
    """A violation with its step; `counts` is how many that count with it he has with this one."""

    id: int
    event: str
    event_name: str
    name: str
    number: str
    title: str
    step: str
    choice: str
    rule: str
    counts: int
    round: int | None
    what: str
    by: str
    at: dt.datetime
    taken_back_for: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCanons:
    """A player of an event; `next` has by kind what a further violation would bring."""

    name: str
    number: str
    next: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CanonBook:
    """`lines` are those of the event, `earlier` those of its players in other events that go on counting."""

    lines: tuple[CanonLine, ...]
    earlier: tuple[CanonLine, ...]
    players: tuple[PlayerCanons, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SitsOut:
    """`events` are those that he sits or sat out, `owed` how many more he will, of the game `title`."""

    title: str
    events: tuple[str, ...]
    owed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCanons:
    lines: tuple[CanonLine, ...]
    sits_out: tuple[SitsOut, ...]


def canon_book(event: Event) -> CanonBook:
    """All that a director sees of the canons at an event. Five queries, however many players."""
    canons = format_named(event.format).canons
    assert canons is not None
    entries = Entry.objects.filter(event=event).exclude(state__in=Entry.GONE)
    people = [entry.person.identity for entry in entries.select_related("person", *shown("person"))]
    of_game = CanonStep.objects.standing().filter(event__format=event.format)
    noted = _lines_of(of_game.filter(person__in=rows_of(*people)))
    here = _lines_of(CanonStep.objects.filter(event=event))
    steps = by_person(noted)
    return CanonBook(
        lines=tuple(canon_line(canons, step) for step in reversed(here)),
        earlier=tuple(canon_line(canons, step) for step in reversed(noted) if step.event_id != event.pk),
        players=tuple(
            _player(canons, event, person, steps.get(identity_id(person), []))
            for person in sorted(people, key=lambda person: (person.family_name, person.given_names))
        ),
    )


def canon_step_of(event: Event, key: int) -> CanonStep | None:
    return CanonStep.objects.filter(event=event, pk=key).select_related("event__club", "person", "by").first()


def own_canons(person: Person) -> OwnCanons | None:
    """What stands of somebody in every game; None where nothing does. One query, two more for each game in
    which he was suspended."""
    steps = _lines_of(CanonStep.objects.standing().filter(person__in=rows_of(person)))
    if not steps:
        return None
    sits: list[SitsOut] = []
    for slug in dict.fromkeys(step.event.format for step in steps):
        played = format_named(slug)
        own = [step for step in steps if step.event.format == slug]
        sat_out = events_sat_out(played.canons, person, own) if played.canons else None
        if sat_out:
            events, owed = sat_out
            names = tuple(event.name for event in events)
            sits.append(SitsOut(title=played.title, events=names, owed=owed))
    return OwnCanons(lines=tuple(line_of(step) for step in reversed(steps)), sits_out=tuple(sits))


def canon_line(canons: Canons, step: CanonStep) -> CanonLine:
    canon = canons.canon(step.kind)
    kind = canons.steps.get(step.step)
    return CanonLine(
        id=step.pk,
        event=step.event.slug,
        event_name=step.event.name,
        name=step.person.identity.name,
        number=step.person.identity.number,
        title=str(canon.title) if canon else step.kind,
        step=str(kind.title) if kind else step.step,
        choice=step.choice,
        rule=step.rule,
        counts=step.earlier + 1,
        round=step.round,
        what=step.what,
        by=step.by.name,
        at=step.at,
        taken_back_for=step.taken_back_for,
    )


def line_of(step: CanonStep) -> CanonLine:
    """A violation in the words of its game."""
    canons = format_named(step.event.format).canons
    assert canons is not None
    return canon_line(canons, step)


def _lines_of(steps: CanonStepQuerySet) -> list[CanonStep]:
    return list(steps.select_related("event", "by", *shown("person")).order_by("at", "pk"))


def _player(canons: Canons, event: Event, person: Person, steps: Sequence[CanonStep]) -> PlayerCanons:
    before = [violated(step) for step in steps]
    brings = {}
    for canon in canons.canons:
        violation = Violated(str(identity_id(person)), canon.kind, event.slug)
        brings[canon.kind] = canons.step(canon.kind, canons.earlier(violation, before))
    return PlayerCanons(
        name=person.name,
        number=person.number,
        next={kind: str(canons.steps[step].title) for kind, step in brings.items()},
    )
