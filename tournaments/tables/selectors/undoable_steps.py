"""Who came to a table or left it since its last stanza, which anybody who keeps the table can still undo.

Invariant: what is offered here `undo_step` does, as long as the person has gone to no other table; once a
stanza is played nothing is offered, and whoever sits down again returns as the rules have it.
Rule section: II (re-entering players); reading 34.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

from tournaments.games.models import Game
from tournaments.tables.game_folders import GameFolder
from tournaments.tables.models.stay import Stay, Waiting

Step = Literal["leave", "sit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoableStep:
    """What is sent to undo it; `waited` where they sat down from the waiting list, to which they go back."""

    step: Step
    player: str
    name: str
    stanzas: int
    waited: bool
    at: dt.datetime


def undoable_steps(folder: GameFolder, names: Mapping[str, str]) -> tuple[UndoableStep, ...]:
    """The latest first. One query where somebody sat down."""
    game = folder.game
    if game.state not in Game.RUNNING:
        return ()
    latest = {stay.player.person_id: stay for stay in folder.family.stays}
    last = [stay for stay in latest.values() if stay.player.game_id == game.pk]
    left = [stay for stay in last if _left_since(stay, game)]
    came = [stay for stay in last if _came_since(stay, game)]
    waited = _waited(game, came) if came else frozenset()
    by_step: tuple[tuple[Step, Sequence[Stay]], ...] = (("leave", left), ("sit", came))
    steps = [
        UndoableStep(
            step=step,
            player=stay.player.record_id,
            name=names[stay.player.record_id],
            stanzas=game.stanzas_played,
            waited=step == "sit" and (stay.player.person_id, at) in waited,
            at=at,
        )
        for step, stays in by_step
        for stay in stays
        if (at := stay.left_at if step == "leave" else stay.sat_at) is not None
    ]
    return tuple(sorted(steps, key=attrgetter("at"), reverse=True))


def _left_since(stay: Stay, game: Game) -> bool:
    return stay.until == game.stanzas_played and not stay.walked_out


def _came_since(stay: Stay, game: Game) -> bool:
    return stay.until is None and stay.left_of_id is not None and stay.since > game.stanzas_played


def _waited(game: Game, came: list[Stay]) -> frozenset[tuple[int, dt.datetime]]:
    """Who waited at the table until the moment when they sat down."""
    rows = Waiting.objects.filter(
        game=game, person__in=[stay.player.person_id for stay in came], ended=Waiting.End.SEATED
    )
    return frozenset((person, at) for person, at in rows.values_list("person", "ended_at") if at)
