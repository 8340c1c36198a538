"""Who is told what of games."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.models import AuditEntry, Person
from sanctioning.services.post import send
from tournaments.models import Game


def game_path(game: Game) -> str:
    """The public page of a game."""
    return reverse("game", kwargs={"slug": game.event.slug, "game": f"{game.number}{game.group}"})


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
