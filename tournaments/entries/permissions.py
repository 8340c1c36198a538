"""Who may enter somebody, and rule on entries."""

from __future__ import annotations

import datetime as dt

from sanctioning.identity.same_person import same_person
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds, is_managing_executor
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event, rules_game
from tournaments.games.models import Game


def may_enter(person: Person | None, day: dt.date, event: Event, who: Person) -> bool:
    """Players enter themselves; whoever runs the club enters anybody."""
    return same_person(person, who) or may_run_event(person, day, event)


def games_with_executor(event: Event, day: dt.date) -> list[Game]:
    """The games of the event under way whose Acting Executor's term runs. One query."""
    games = event.games.filter(acting_executor__isnull=False, state__in=Game.UNDER_WAY)
    ruled = games.select_related("acting_executor__person__merged_into").order_by("pk")
    return [game for game in ruled if game.acting_executor and game.acting_executor.runs_on(day)]


def may_rule_on_entries(person: Person | None, day: dt.date, event: Event) -> bool:
    """The Acting Executors at the event; while it has none, the Managing Executor."""
    games = games_with_executor(event, day)
    if games:
        return any(rules_game(person, day, game) for game in games)
    return is_managing_executor(person, day)


def may_see_entry_rulings(person: Person | None, day: dt.date, event: Event) -> bool:
    """Who rules there, who runs the event, and who may have to judge an appeal."""
    hears = (Office.ASSOCIATE_EXECUTOR, Office.MANAGING_EXECUTOR, Office.COLLEGE)
    return (
        may_run_event(person, day, event)
        or holds(person, day, *hears)
        or may_rule_on_entries(person, day, event)
    )
