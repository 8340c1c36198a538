"""How far an event is from its end: games to be closed, confirmed and certified, for whoever runs it.

Invariants: read off games that are at hand, no query; an event has no closing of its own, it is over with its
last certified game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise

from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.events.addresses import game_path
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game

State = Game.State
CLOSED: Final = (State.REPORTED, State.CONFIRMED, State.CERTIFIED)
CONFIRMED: Final = (State.CONFIRMED, State.CERTIFIED)
STAGES: Final[tuple[tuple[str | Promise, tuple[str, ...]], ...]] = (
    (_lazy("Every game is closed"), CLOSED),
    (_lazy("A second person has confirmed each final sheet"), CONFIRMED),
    (_lazy("The Acting Executor has certified each game"), (State.CERTIFIED,)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """`done` of so many games are past it; `path` leads to the first that is not."""

    title: str | Promise
    done: int
    games: int
    path: str


def stages_to_end(event: Event, games: Sequence[Game]) -> tuple[Stage, ...]:
    """Nothing before the first game has begun, and once all of them are certified."""
    played = [game for game in games if game.state not in (State.SPLIT, State.VOID)]
    begun = any(game.state != State.OPEN for game in played)
    if event.cancelled_at is not None or not begun or all(game.state == State.CERTIFIED for game in played):
        return ()
    return tuple(
        Stage(
            title=title,
            done=sum(game.state in past for game in played),
            games=len(played),
            path=next((_page_of(event, game) for game in played if game.state not in past), ""),
        )
        for title, past in STAGES
    )


def _page_of(event: Event, game: Game) -> str:
    """Where it goes on: at the table, or with the slips, until the game is closed."""
    if game.state in CLOSED:
        return game_path(game)
    if format_named(event.format).hands_in_slips:
        return reverse("slips", args=[event.slug])
    return game_path(game, "table")
