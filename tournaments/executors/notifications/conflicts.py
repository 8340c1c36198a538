"""Who is told of a declared conflict that comes up after an Acting Executor was appointed.

Terms: those to be told (whoever runs the club, and the Managing Executor, who appoints another).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from itertools import product

from django.db.models import Q
from django.urls import reverse

from sanctioning.identity.lookup import holders_of, people_who_run
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.services.messages import send
from sanctioning.offices.models.office import DeclaredConflict, Office
from sanctioning.offices.services.conflicts import conflict_of
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.executors.selectors.obstacles import UNDER_WAY
from tournaments.games.models import Game


def warn_of_conflicts(*, event: Event, people: Iterable[Person], at: dt.datetime) -> None:
    """People are entered of whom an Acting Executor of the event may have a declared conflict with one. One
    query where it has none."""
    ruled = event.games.filter(acting_executor__isnull=False, state__in=UNDER_WAY)
    executors = list(Person.objects.filter(pk__in=ruled.values("acting_executor__person")))
    for executor, person in product(executors, people):
        conflict = conflict_of(executor, event.first_day, [person.pk], event.club)
        if conflict is not None and conflict.with_club_id is None:
            _tell(event, executor, conflict, at)


def warn_of_declared(conflict: DeclaredConflict, at: dt.datetime) -> None:
    """A conflict is declared with a club, or with somebody seated or entered, where the other rules."""
    sides = [conflict.person, *([conflict.with_person] if conflict.with_person else [])]
    for executor in sides:
        others = rows_of(*[side for side in sides if side != executor])
        where = Q(event__club=conflict.with_club) if conflict.with_club else Q(players__person__in=others)
        if conflict.with_club is None:
            entered = Entry.objects.filter(
                person__in=others, state__in=(Entry.State.ENTERED, Entry.State.WAITING)
            )
            where |= Q(event__in=entered.values("event"))
        games = Game.objects.filter(
            where, acting_executor__person__in=rows_of(executor), state__in=UNDER_WAY
        ).select_related("event__club")
        for event in _events(games):
            if _runs_at(conflict, event):
                _tell(event, executor, conflict, at)


def _events(games: Iterable[Game]) -> list[Event]:
    return list({game.event_id: game.event for game in games}.values())


def _runs_at(conflict: DeclaredConflict, event: Event) -> bool:
    ends = conflict.last_day is not None and conflict.last_day < event.first_day
    return conflict.first_day <= event.last_day and not ends


def _tell(event: Event, executor: Person, conflict: DeclaredConflict, at: dt.datetime) -> None:
    people = {person.pk: person for person in people_who_run(event.club, day_of(at))}
    people |= {person.pk: person for person in holders_of(day_of(at), Office.MANAGING_EXECUTOR)}
    send(
        to=people.values(),
        kind="executor-conflicted",
        about=conflict,
        occasion=f"{event.pk}/{executor.pk}",
        path=reverse("event", args=[event.slug]),
        context={"event": event, "executor": executor},
        at=at,
    )
