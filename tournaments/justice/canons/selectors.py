"""Canons of a game as they stand for its players: steps taken, and the events that somebody sits out.

Invariants: the ladder and the suspension are the engine's answer to the violations that stand, in the order
in which they were noted; a constant number of queries, however many players, and one where nobody was ever
suspended.
Terms: as in `tournaments.justice.canons.models`; wished (entered, or refused entry as suspended).
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sanctioning.identity.names import shown
from sanctioning.identity.same_person import identity_id, rows_of
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.formats.canons import Canons, Violated
from tournaments.formats.registry import format_named
from tournaments.formats.slips import NotedViolation
from tournaments.justice.canons.models import CanonStep, CanonStepQuerySet, SatOut


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


def violated(step: CanonStep) -> Violated:
    """The violation as the engine counts it; the event of the step is loaded."""
    return Violated(str(identity_id(step.person)), step.kind, step.event.slug)


def standing_steps(format_slug: str, people: Iterable[Person]) -> list[CanonStep]:
    """What stands of these people in a game, in the order in which it was noted. One query."""
    steps = CanonStep.objects.standing().filter(event__format=format_slug, person__in=rows_of(*people))
    return list(steps.select_related("person", "event").order_by("at", "pk"))


def noted_teams(event: Event, kind: str) -> dict[int, str]:
    """The teams, by number with their names, of which a violation of this kind is noted in the event. One
    query."""
    steps = CanonStep.objects.standing().filter(event=event, kind=kind)
    teams = event.teams.filter(
        withdrawn_at__isnull=True,
        members__until__isnull=True,
        members__entry__person__in=steps.values("person"),
    )
    return dict(teams.order_by("number").values_list("number", "name").distinct())


def next_step(event: Event, canons: Canons, kind: str, person: Person) -> tuple[int, str]:
    """How many violations count before one that this person commits now, and the step that it brings. One
    query."""
    before = [violated(step) for step in standing_steps(event.format, [person])]
    earlier = canons.earlier(Violated(str(identity_id(person)), kind, event.slug), before)
    return earlier, canons.step(kind, earlier)


def sitting_out(event: Event, people: Sequence[Person]) -> dict[int, CanonStep]:
    """Of these people, by identity, the step that suspends them from this event, were they to enter it.

    One query, three more where one of them was ever suspended.
    """
    canons = format_named(event.format).canons
    if canons is None:
        return {}
    steps = _by_person(standing_steps(event.format, people))
    suspended = {who: own for who, own in steps.items() if _suspensions(canons, own)}
    if not suspended:
        return {}
    wished = _wished(event.format, people)
    sitting: dict[int, CanonStep] = {}
    for who, own in suspended.items():
        served, _owed = _course(canons, who, own, [*wished[who], event])
        if event.slug in served:
            sitting[who] = _suspensions(canons, own)[served.index(event.slug)]
    return sitting


def next_sat_out(format_slug: str, person: Person) -> tuple[Event, ...]:
    """The events to come in which the person is entered and which he sits out."""
    canons = format_named(format_slug).canons
    steps = standing_steps(format_slug, [person]) if canons else []
    if canons is None or not _suspensions(canons, steps):
        return ()
    wished = _wished(format_slug, [person])[identity_id(person)]
    served, _owed = _course(canons, identity_id(person), steps, wished)
    return tuple(event for event in wished if event.slug in served)


def canon_book(event: Event) -> CanonBook:
    """All that a director sees of the canons at an event. Five queries, however many players."""
    canons = format_named(event.format).canons
    assert canons is not None
    entries = Entry.objects.filter(event=event).exclude(state__in=Entry.GONE)
    people = [entry.person.identity for entry in entries.select_related("person", *shown("person"))]
    of_game = CanonStep.objects.standing().filter(event__format=event.format)
    noted = _lines_of(of_game.filter(person__in=rows_of(*people)))
    here = _lines_of(CanonStep.objects.filter(event=event))
    steps = _by_person(noted)
    return CanonBook(
        lines=tuple(canon_line(canons, step) for step in reversed(here)),
        earlier=tuple(canon_line(canons, step) for step in reversed(noted) if step.event_id != event.pk),
        players=tuple(
            _player(canons, event, person, steps.get(identity_id(person), []))
            for person in sorted(people, key=lambda person: (person.family_name, person.given_names))
        ),
    )


def violations_at(event: Event) -> tuple[NotedViolation, ...]:
    """What stands at an event, as its record says it. One query where the game has canons, else none."""
    if format_named(event.format).canons is None:
        return ()
    steps = list(
        CanonStep.objects.standing().filter(event=event).select_related("person").order_by("at", "pk")
    )
    return tuple(
        NotedViolation(
            player=step.person.number,
            kind=step.kind,
            earlier=step.earlier - sum(_alike(step, other) for other in steps[:at]),
            step=step.step,
            round=step.round,
        )
        for at, step in enumerate(steps)
    )


def suspended_at(event: Event) -> tuple[str, ...]:
    """The record ids of those who sit the event out. One query where the game has canons, else none."""
    if format_named(event.format).canons is None:
        return ()
    noted = SatOut.objects.filter(event=event).select_related("person__merged_into", "event")
    people = [sat_out.person.identity for sat_out in noted]
    out = sitting_out(event, people) if people else {}
    return tuple(person.number for person in people if identity_id(person) in out)


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
        if played.canons is None or not _suspensions(played.canons, own):
            continue
        wished = _wished(slug, [person])[identity_id(person)]
        served, owed = _course(played.canons, identity_id(person), own, wished)
        names = tuple(event.name for event in wished if event.slug in served)
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


def _alike(step: CanonStep, other: CanonStep) -> bool:
    return step.kind == other.kind and identity_id(step.person) == identity_id(other.person)


def _by_person(steps: Iterable[CanonStep]) -> dict[int, list[CanonStep]]:
    by_person: dict[int, list[CanonStep]] = defaultdict(list)
    for step in steps:
        by_person[identity_id(step.person)].append(step)
    return by_person


def _suspensions(canons: Canons, steps: Iterable[CanonStep]) -> list[CanonStep]:
    return [step for step in steps if step.step in canons.suspending]


def _wished(format_slug: str, people: Sequence[Person]) -> dict[int, list[Event]]:
    """By identity, the events of a game that they are entered in or refused as suspended. Two queries."""
    rows = rows_of(*people)
    held = {"event__format": format_slug, "event__cancelled_at__isnull": True, "person__in": rows}
    entries = (
        Entry.objects.filter(**held).exclude(state__in=Entry.GONE).select_related("event__club", "person")
    )
    refused = SatOut.objects.filter(**held).select_related("event__club", "person")
    wished: dict[int, list[Event]] = defaultdict(list)
    wishes: list[Entry | SatOut] = [*entries, *refused]
    for wish in wishes:
        wished[identity_id(wish.person)].append(wish.event)
    return wished


def _course(
    canons: Canons, who: int, steps: Sequence[CanonStep], wished: Iterable[Event]
) -> tuple[tuple[str, ...], int]:
    """Which of all the events that he wished to play he sits out, and how many more he will."""
    events = {event.pk: event for event in [*(step.event for step in steps), *wished]}
    order = sorted(events.values(), key=lambda event: (event.starts_at, event.pk))
    return canons.suspended_from(
        str(who), [violated(step) for step in steps], [event.slug for event in order]
    )


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
