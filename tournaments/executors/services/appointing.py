"""Acting Executors: appointed to one game, or to all games of an event at once.

What keeps somebody from ruling (playing there, a conflict, a day away) is found in `selectors.obstacles`.

Invariant: the event, the games and then the executor are locked before it is checked who may rule, so that
of two appointments, or of an appointment and a seating, at the same moment one sees the other.
Rule section: IV (the authority appoints an Acting Executor to each sanctioned game), reading 73.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Appointment
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_appoint_executor
from tournaments.executors.notifications.appointments import tell_of_executor, tell_of_executor_of_all
from tournaments.executors.selectors.obstacles import UNDER_WAY, facts_about, require_none
from tournaments.games.models import Game


@transaction.atomic
def appoint_acting_executor(
    *, by: Person, game: Game, appointment: Appointment, at: dt.datetime | None = None
) -> Game:
    """Appoint an executor to a game in which he neither plays nor has a conflict, and is not elsewhere.

    Raises:
        Refusal: `game-state`, `not-allowed`.
    """
    at = moment(at)
    [locked], executor = _locked(game.event_id, [game.pk], appointment)
    _require_authority(by, at, locked)
    if locked.state not in UNDER_WAY and not _left_without(locked, day_of(at)):
        raise Refusal(
            code="game-state",
            sentence=_("This game is %(state)s.") % {"state": locked.get_state_display()},
            rule=_("Who played and who ruled is fixed when the final sheet is confirmed."),
            remedy=_("Ask the Acting Executor for a ruling."),
        )
    require_none(facts_about([locked], [executor]), locked, executor)
    entry = _appoint(by, at, locked, executor)
    tell_of_executor(by=by, at=at, game=locked, entry=entry)
    return locked


@transaction.atomic
def appoint_for_event(
    *, by: Person, event: Event, appointment: Appointment, at: dt.datetime | None = None
) -> list[Game]:
    """Appoint one executor to every game of the event that has none; to all of them or to none.

    Raises:
        Refusal: `no-game-waits`, `not-allowed`.
    """
    at = moment(at)
    waiting = event.games.filter(acting_executor__isnull=True, state__in=UNDER_WAY)
    games, executor = _locked(event.pk, list(waiting.values_list("pk", flat=True)), appointment)
    games = [game for game in games if game.acting_executor_id is None and game.state in UNDER_WAY]
    if not games:
        raise Refusal(
            code="no-game-waits",
            sentence=_("No game of %(event)s waits for an Acting Executor.") % {"event": event.name},
            rule="IV",
            remedy=_("Look at its games as they stand."),
        )
    _require_authority(by, at, games[0])
    facts = facts_about(games, [executor])
    for game in games:
        require_none(facts, game, executor)
    entries = [_appoint(by, at, game, executor) for game in games]
    tell_of_executor_of_all(by=by, at=at, games=games, entry=entries[0])
    return games


def _locked(event_id: int, games: Sequence[int], appointment: Appointment) -> tuple[list[Game], Appointment]:
    Event.objects.select_for_update(no_key=True).get(pk=event_id)
    hold([appointment.person])
    list(Game.objects.select_for_update(no_key=True).filter(pk__in=games).order_by("pk").values("pk"))
    whole = Game.objects.filter(pk__in=games).select_related(
        "event__club",
        "event__sanction__articles",
        "event__sanction__level",
        "event__sanction__type",
        "acting_executor__person",
    )
    executor = Appointment.objects.select_related("person").get(pk=appointment.pk)
    return list(whole.order_by("number", "group")), executor


def _left_without(game: Game, day: dt.date) -> bool:
    """Whether a confirmed game waits for somebody to certify it, since its executor's term is over."""
    executor = game.acting_executor
    return game.state == Game.State.CONFIRMED and executor is not None and not executor.runs_on(day)


def _require_authority(by: Person, at: dt.datetime, game: Game) -> None:
    require(
        may_appoint_executor(by, day_of(at), game),
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
