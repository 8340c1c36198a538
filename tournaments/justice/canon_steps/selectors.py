"""Canon steps that stand: what counts with a further violation, and the events that somebody sits out.

Invariants: the ladder and the suspension are the engine's answer to the violations that stand, in the order
in which they were noted; a constant number of queries, however many players, and one where nobody was ever
suspended.
Terms: as in `tournaments.justice.canons.models`; wished (entered, or refused entry as suspended).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from sanctioning.identity.same_person import identity_id, rows_of
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.formats.canons import Canons, Violated
from tournaments.formats.registry import format_named
from tournaments.formats.slips import NotedViolation
from tournaments.justice.canons.models import CanonStep, SatOut


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
    steps = by_person(standing_steps(event.format, people))
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
    sat_out = events_sat_out(canons, person, standing_steps(format_slug, [person])) if canons else None
    return sat_out[0] if sat_out else ()


def events_sat_out(
    canons: Canons, person: Person, steps: Sequence[CanonStep]
) -> tuple[tuple[Event, ...], int] | None:
    """The events that they sit or sat out, and how many more they will; None for who was never suspended.
    `steps` are theirs in one game. One query where there are such."""
    if not _suspensions(canons, steps):
        return None
    entries, refused = _wishes(steps[0].event.format, [person])
    wished = Event.objects.filter(pk__in=entries.values("event").union(refused.values("event")))
    wished = wished.select_related("club")
    served, owed = _course(canons, identity_id(person), steps, wished)
    return tuple(event for event in wished if event.slug in served), owed


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


def _alike(step: CanonStep, other: CanonStep) -> bool:
    return step.kind == other.kind and identity_id(step.person) == identity_id(other.person)


def by_person(steps: Iterable[CanonStep]) -> dict[int, list[CanonStep]]:
    by_person: dict[int, list[CanonStep]] = defaultdict(list)
    for step in steps:
        by_person[identity_id(step.person)].append(step)
    return by_person


def _suspensions(canons: Canons, steps: Iterable[CanonStep]) -> list[CanonStep]:
    return [step for step in steps if step.step in canons.suspending]


def _wished(format_slug: str, people: Sequence[Person]) -> dict[int, list[Event]]:
    """By identity, the events of a game that they are entered in or refused as suspended. Two queries."""
    entries, refused = _wishes(format_slug, people)
    with_event = ("event__club", "person")
    wished: dict[int, list[Event]] = defaultdict(list)
    wishes: list[Entry | SatOut] = [
        *entries.select_related(*with_event),
        *refused.select_related(*with_event),
    ]
    for wish in wishes:
        wished[identity_id(wish.person)].append(wish.event)
    return wished


def _wishes(format_slug: str, people: Sequence[Person]) -> tuple[QuerySet[Entry], QuerySet[SatOut]]:
    """Their entries in events of a game, and the entries that they were refused as suspended."""
    held = {
        "event__format": format_slug,
        "event__cancelled_at__isnull": True,
        "person__in": rows_of(*people),
    }
    entries = Entry.objects.filter(**held).exclude(state__in=Entry.GONE).order_by()
    return entries, SatOut.objects.filter(**held).order_by()


def _course(
    canons: Canons, who: int, steps: Sequence[CanonStep], wished: Iterable[Event]
) -> tuple[tuple[str, ...], int]:
    """Which of all the events that he wished to play he sits out, and how many more he will."""
    events = {event.pk: event for event in [*(step.event for step in steps), *wished]}
    order = sorted(events.values(), key=lambda event: (event.starts_at, event.pk))
    return canons.suspended_from(
        str(who), [violated(step) for step in steps], [event.slug for event in order]
    )
