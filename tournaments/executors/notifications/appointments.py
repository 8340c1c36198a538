"""Who is told of games to rule."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.urls import reverse

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person
from tournaments.calls.models import Call
from tournaments.events.addresses import game_path
from tournaments.events.models.event import Event
from tournaments.games.models import Game


def tell_of_executor(*, by: Person, at: dt.datetime, game: Game, entry: AuditEntry) -> None:
    """The Acting Executor hears of which game; appointed again later, once more."""
    assert game.acting_executor is not None
    send(
        to=game.acting_executor.person,
        kind="game-given",
        about=game,
        occasion=entry.pk,
        path=game_path(game),
        context={
            "by": by,
            "event": game.event,
            "day": game.event.local_day(game.starts_at),
            "calling": Call.objects.filter(game=game, ended="").count(),
        },
        at=at,
    )


def tell_of_executor_of_event(
    *, by: Person, at: dt.datetime, event: Event, executor: Person, games: Sequence[Game], entry: AuditEntry
) -> None:
    """The Acting Executor of an event hears of it in one message, with the games that are open already and
    how many tables call."""
    calling = Call.objects.filter(game__in=games, ended="").count() if games else 0
    send(
        to=executor,
        kind="event-given",
        about=event,
        occasion=entry.pk,
        path=reverse("event", args=[event.slug]),
        context={"by": by, "event": event, "games": games, "day": event.first_day, "calling": calling},
        at=at,
    )
