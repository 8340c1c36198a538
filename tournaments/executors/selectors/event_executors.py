"""Executors of whole events: who is appointed to one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.events.models.event import Event
from tournaments.executors.selectors.obstacles import UNDER_WAY
from tournaments.executors.selectors.proposals import Candidate, games_to_rule, proposals_and_troubled


@dataclass(frozen=True, slots=True, kw_only=True)
class AppointedToEvent:
    """An Acting Executor of the event; `may` tells whether they may rule games to come, `reasons` why, as in
    a proposal. `games` are those under way that they rule."""

    appointment: int
    name: str
    number: str
    office: str
    by: str
    at: dt.datetime
    games: int
    may: bool
    reasons: tuple[str, ...]


def appointed_to(event: Event) -> tuple[AppointedToEvent, ...]:
    """In the order in which they are tried for a game. Ten queries."""
    proposals, _troubled = proposals_and_troubled(games_to_rule(event), [event])
    return appointed_among(event, proposals[0].candidates)


def appointed_among(event: Event, candidates: Iterable[Candidate]) -> tuple[AppointedToEvent, ...]:
    """The same, where all who could rule there are known. One query."""
    own = Q(executor__games__event=event, executor__games__state__in=UNDER_WAY)
    rows = event.executors.annotate(ruled=Count("executor__games", filter=own)).order_by("pk")
    by_number = {candidate.number: candidate for candidate in candidates}
    appointed = []
    for row in rows.select_related("executor__person__merged_into", "appointed_by"):
        person = row.executor.person.identity
        candidate = by_number.get(person.number)
        appointed.append(
            AppointedToEvent(
                appointment=row.executor_id,
                name=person.name,
                number=person.number,
                office=row.executor.get_office_display(),
                by=row.appointed_by.name,
                at=row.appointed_at,
                games=getattr(row, "ruled", 0),
                may=candidate is not None and candidate.may,
                reasons=candidate.reasons if candidate else (),
            )
        )
    return tuple(appointed)


def executor_names(event: Event) -> tuple[str, ...]:
    """Who is appointed to the event, in order. One query."""
    rows = event.executors.select_related("executor__person__merged_into").order_by("pk")
    return tuple(row.executor.person.identity.name for row in rows)
