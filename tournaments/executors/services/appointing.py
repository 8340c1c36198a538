"""Acting Executors: appointed to one game, or to an event with all its games, those to come too.

What keeps somebody from ruling (playing there, a conflict, a day away) is found in `selectors.obstacles`.

Invariant: the event, the games and then the executor are locked before it is checked who may rule, so that
of two appointments, or of an appointment and a seating, at the same moment one sees the other.
Rule section: IV (the authority appoints an Acting Executor to each sanctioned game), reading 73.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.offices.models.office import Appointment
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from tournaments.events.models.event import Event
from tournaments.events.played_out import needs_no_more_executors
from tournaments.executors.models import EventExecutor
from tournaments.executors.notifications.appointments import tell_of_executor, tell_of_executor_of_event
from tournaments.executors.permissions import may_appoint_executor
from tournaments.executors.selectors.obstacles import (
    UNDER_WAY,
    facts_about,
    game_to_come,
    may_rule,
    require_none,
)
from tournaments.games.models import Game

EVENT_ACTS: Final = ("replace", "end")


@transaction.atomic
def appoint_acting_executor(
    *, by: Person, game: Game, appointment: Appointment, at: dt.datetime | None = None
) -> Game:
    """Appoint an executor to a game in which he neither plays nor has a conflict, and is not elsewhere.

    Raises:
        Refusal: `game-state`, `not-allowed`.
    """
    at = moment(at)
    [locked], executor = _locked(game.event_id, Q(pk=game.pk), appointment)
    _require_authority(by, at)
    if locked.state not in UNDER_WAY and not _left_without(locked, day_of(at)):
        raise Refusal(
            code="game-state",
            sentence=_("This game is %(state)s.") % {"state": locked.get_state_display()},
            rule=_("Who played and who ruled is final once the final sheet is confirmed."),
            remedy=_("Ask the Acting Executor for a ruling."),
        )
    require_none(facts_about([locked], [executor]), locked, executor)
    entry = _appoint(by, at, locked, executor)
    tell_of_executor(by=by, at=at, game=locked, entry=entry)
    return locked


@looks_again
def appoint_for_event(
    *, by: Person, event: Event, appointment: Appointment, at: dt.datetime | None = None
) -> list[Game]:
    """Appoint one executor to an event: to every game that has none, to all of them or to none, and to those
    that are opened later. Gives the games that had none.

    Raises:
        Refusal: `event-not-sanctioned`, `no-game-waits`, `not-allowed`.
    """
    at = moment(at)
    waiting = Q(acting_executor=None, state__in=UNDER_WAY)
    games, executor = _locked(event.pk, waiting, appointment)
    whole = _event(event.pk)
    named = whole.executors.filter(executor=executor).exists()
    if not games and (named or needs_no_more_executors(whole, at)):
        raise Refusal(
            code="no-game-waits",
            sentence=_("No game of %(event)s needs an Acting Executor.") % {"event": event.name},
            rule="IV",
            remedy=_("Look at its games as they are now."),
        )
    _require_authority(by, at)
    _require_sanctioned(whole)
    _require_may_rule(executor, whole, games)
    _give(by, at, whole, executor, games, named=named)
    return games


@transaction.atomic
def end_for_event(
    *, by: Person, event: Event, appointment: Appointment, at: dt.datetime | None = None
) -> None:
    """Appoint somebody to no further games of an event; those that they have, they keep.

    Raises:
        Refusal: `not-allowed`, `not-appointed`.
    """
    at = moment(at)
    whole, executor = _locked_event(event.pk, appointment)
    _require_authority(by, at)
    _unname(by, at, whole, executor)


@looks_again
def replace_for_event(
    *,
    by: Person,
    event: Event,
    appointment: Appointment,
    instead_of: Appointment,
    at: dt.datetime | None = None,
) -> list[Game]:
    """Let one executor take over an event from another: every game of it under way that the other rules, with
    the calls that are open there, and those that are opened later; all of them or none.

    Raises:
        Refusal: `not-allowed`, `not-appointed`.
    """
    at = moment(at)
    theirs = Q(acting_executor=instead_of, state__in=UNDER_WAY)
    games, executor = _locked(event.pk, theirs, appointment)
    _require_authority(by, at)
    whole = _event(event.pk)
    _require_may_rule(executor, whole, games)
    _unname(by, at, whole, instead_of)
    _give(by, at, whole, executor, games, named=whole.executors.filter(executor=executor).exists())
    return games


def appoint_those_of_event(*, by: Person, event: Event, games: Sequence[Game], at: dt.datetime) -> None:
    """Give each of these games, which are locked and have nobody yet, the first executor of the event who may
    rule it; one whom nobody may rule waits for the authority."""
    waiting = [game for game in games if game.acting_executor_id is None]
    rows = event.executors.select_related("executor__person").order_by("pk") if waiting else ()
    executors = [row.executor for row in rows]
    if not executors:
        return
    facts = facts_about(waiting, executors)
    for game in waiting:
        executor = next((executor for executor in executors if may_rule(facts, game, executor)), None)
        if executor is not None:
            _appoint(by, at, game, executor)


def _require_may_rule(executor: Appointment, event: Event, games: Sequence[Game]) -> None:
    """Nothing bars them from any of these games; where there is none yet, from one to come."""
    to_rule = games or [game_to_come(event)]
    facts = facts_about(to_rule, [executor])
    for game in to_rule:
        require_none(facts, game, executor)


def _give(
    by: Person, at: dt.datetime, event: Event, executor: Appointment, games: Sequence[Game], *, named: bool
) -> None:
    """These games and, unless they are `named` for it already, the whole event; they are told once."""
    entries = [] if named else [_name(by, at, event, executor)]
    entries += [_appoint(by, at, game, executor) for game in games]
    if entries:
        tell_of_executor_of_event(
            by=by, at=at, event=event, executor=executor.person, games=games, entry=entries[0]
        )


def _locked(event_id: int, which: Q, appointment: Appointment) -> tuple[list[Game], Appointment]:
    """These games of the event as they are under the lock, and the executor."""
    Event.objects.select_for_update(no_key=True).get(pk=event_id)
    hold([appointment.person])
    locked = Game.objects.select_for_update(no_key=True).filter(which, event=event_id).order_by("pk")
    whole = Game.objects.filter(pk__in=list(locked.values_list("pk", flat=True))).select_related(
        "event__club",
        "event__sanction__articles",
        "event__sanction__level",
        "event__sanction__type",
        "acting_executor__person",
    )
    executor = Appointment.objects.select_related("person").get(pk=appointment.pk)
    return list(whole.order_by("number", "group")), executor


def _locked_event(event_id: int, appointment: Appointment) -> tuple[Event, Appointment]:
    _none, executor = _locked(event_id, Q(pk__in=()), appointment)
    return _event(event_id), executor


def _event(event_id: int) -> Event:
    """With what bears on who may rule there."""
    events = Event.objects.select_related("club", "sanction__articles", "sanction__level", "sanction__type")
    return events.get(pk=event_id)


def _require_sanctioned(event: Event) -> None:
    if event.sanction is None or event.sanction.state != Sanction.State.GRANTED:
        raise Refusal(
            code="event-not-sanctioned",
            sentence=_("%(event)s has no sanction.") % {"event": event.name},
            rule="IV",
            remedy=_("Grant its sanction first; then appoint its Acting Executor."),
        )


def _name(by: Person, at: dt.datetime, event: Event, executor: Appointment) -> AuditEntry:
    EventExecutor.objects.create(event=event, executor=executor, appointed_by=by, appointed_at=at)
    after = {"executor": executor.person.number}
    return note(by=by, at=at, action="appoint Acting Executor", thing=event, after=after)


def _unname(by: Person, at: dt.datetime, event: Event, executor: Appointment) -> None:
    named = event.executors.filter(executor=executor).first()
    if named is None:
        raise Refusal(
            code="not-appointed",
            sentence=_("%(person)s is not appointed to %(event)s.")
            % {"person": executor.person.name, "event": event.name},
            rule="IV",
            remedy=_("Look at its executors again: somebody has changed them."),
        )
    named.delete()
    before = {"executor": executor.person.number}
    note(by=by, at=at, action="end Acting Executor", thing=event, before=before)


def _left_without(game: Game, day: dt.date) -> bool:
    """Whether a confirmed game waits for somebody to certify it, since its executor's term is over."""
    executor = game.acting_executor
    return game.state == Game.State.CONFIRMED and executor is not None and not executor.runs_on(day)


def _require_authority(by: Person, at: dt.datetime) -> None:
    require(
        may_appoint_executor(by, day_of(at)),
        what=_("appoint Acting Executors"),
        who=_("the Managing Executor"),
        rule="IV",
    )


def _appoint(by: Person, at: dt.datetime, game: Game, executor: Appointment) -> AuditEntry:
    before = game.acting_executor
    game.acting_executor = executor
    game.save(update_fields=["acting_executor"])
    return note(
        by=by,
        at=at,
        action="appoint Acting Executor",
        thing=game,
        before={"executor": before.person.number} if before else {},
        after={"executor": executor.person.number},
    )
