"""Who is told of games to rule."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.urls import reverse

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person
from tournaments.events.addresses import game_path
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
        context={"by": by, "event": game.event, "day": game.event.local_day(game.starts_at)},
        at=at,
    )


def tell_of_executor_of_all(*, by: Person, at: dt.datetime, games: Sequence[Game], entry: AuditEntry) -> None:
    """The Acting Executor of several games of one event hears of them in one message."""
    [first, *others] = games
    if not others:
        tell_of_executor(by=by, at=at, game=first, entry=entry)
        return
    assert first.acting_executor is not None
    send(
        to=first.acting_executor.person,
        kind="event-given",
        about=first.event,
        occasion=entry.pk,
        path=reverse("event", args=[first.event.slug]),
        context={"by": by, "event": first.event, "games": games, "day": first.event.first_day},
        at=at,
    )
