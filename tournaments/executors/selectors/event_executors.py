"""Executors of whole events: which events have none yet, and who is appointed to one.

Terms: to come (sanctioned, in the next weeks, and no game of it is open).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q, QuerySet

from sanctioning.sanctions.models import Sanction
from tournaments.events.models.event import Event
from tournaments.executors.models import EventExecutor
from tournaments.executors.selectors.obstacles import (
    UNDER_WAY,
    Obstacle,
    facts_about,
    game_to_come,
    obstacles,
)

LOOKING_AHEAD: Final = dt.timedelta(days=30)


def events_to_come(at: dt.datetime) -> list[Event]:
    """Sanctioned events of the next weeks without a game and without an Acting Executor, with all that a
    proposal needs. One query."""
    coming = Event.objects.filter(
        sanction__state=Sanction.State.GRANTED,
        cancelled_at=None,
        ends_at__gte=at,
        starts_at__lt=at + LOOKING_AHEAD,
        executors=None,
        games=None,
    )
    return list(_with_its_law(coming).order_by("starts_at", "pk"))


def event_to_appoint(event: Event) -> Event:
    """The event with all that a proposal needs. One query."""
    return _with_its_law(Event.objects.filter(pk=event.pk)).get()


@dataclass(frozen=True, slots=True, kw_only=True)
class AppointedToEvent:
    """An Acting Executor of the event; `why` is what keeps them from games to come, or speaks against it."""

    appointment: int
    name: str
    number: str
    office: str
    by: str
    at: dt.datetime
    games: int
    bars: bool
    why: tuple[str, ...]


def appointed_to(event: Event) -> tuple[AppointedToEvent, ...]:
    """In the order in which they are tried for a game. Eight queries at most."""
    games = Count(
        "executor__games",
        filter=Q(executor__games__event=event, executor__games__state__in=UNDER_WAY),
    )
    rows = list(
        event.executors.select_related("executor__person", "appointed_by")
        .annotate(ruled=games)
        .order_by("pk")
    )
    if not rows:
        return ()
    to_come = game_to_come(event_to_appoint(event))
    facts = facts_about([to_come], [row.executor for row in rows])
    return tuple(_appointed(row, obstacles(facts, to_come, row.executor)) for row in rows)


def executor_names(event: Event) -> tuple[str, ...]:
    """Who is appointed to the event, in order. One query."""
    rows = event.executors.select_related("executor__person__merged_into").order_by("pk")
    return tuple(row.executor.person.identity.name for row in rows)


def _appointed(row: EventExecutor, in_the_way: Sequence[Obstacle]) -> AppointedToEvent:
    return AppointedToEvent(
        appointment=row.executor_id,
        name=row.executor.person.name,
        number=row.executor.person.number,
        office=row.executor.get_office_display(),
        by=row.appointed_by.name,
        at=row.appointed_at,
        games=getattr(row, "ruled", 0),
        bars=any(obstacle.bars for obstacle in in_the_way),
        why=tuple(obstacle.sentence for obstacle in in_the_way),
    )


def _with_its_law(events: QuerySet[Event]) -> QuerySet[Event]:
    return events.select_related("club", "sanction__articles")
