"""The games and rounds of an event, as far as several parts of its pages ask for the same."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef

from sanctioning.kit.request_cache import asked_once
from tournaments.events.models.event import Event
from tournaments.formats.documents import Planned
from tournaments.games.models import GamePlayer
from tournaments.rounds.models.round import Round


class GameOfEvent(NamedTuple):
    """`seated`: somebody plays in it."""

    state: str
    planned: Planned
    seated: bool


def games_in(event: Event) -> tuple[GameOfEvent, ...]:
    """In the order of their numbers. One query, once in a page."""
    return asked_once(("games in", event.pk), lambda: _games_in(event))


def _games_in(event: Event) -> tuple[GameOfEvent, ...]:
    seated = Exists(GamePlayer.objects.filter(game=OuterRef("pk")))
    rows = event.games.order_by("number", "group").values_list("state", "planned", seated)
    return tuple(GameOfEvent(*row) for row in rows)


def rounds_in(event: Event) -> tuple[Round, ...]:
    """Every round that was seated, those discarded too, in the order of their numbers. One query, once in a
    page."""
    rounds = event.rounds.order_by("number", "planned_at")
    return asked_once(("rounds in", event.pk), lambda: tuple(rounds))


def confirmed_rounds(event: Event) -> list[Round]:
    """Those whose tables stand, in their order."""
    return [round for round in rounds_in(event) if round.state == Round.State.OPEN]
