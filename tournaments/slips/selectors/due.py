"""The slips that an event still needs, for those who rule on it and run its rounds."""

from __future__ import annotations

from collections import Counter

from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.hooks import DueSlip, SlipsOfRounds
from tournaments.slips.event_folders import folder_of
from tournaments.slips.selectors.slips import game_of_event


def places_due(game: Game) -> tuple[DueSlip, ...]:
    """The slips that are due, in the order of play; none of a game that is one table. Six queries."""
    if not format_named(game.event.format).hands_in_slips:
        return ()
    due = folder_of(game).due.values()
    return tuple(DueSlip(slip.place, f"{slip.phase}: {slip.title}", slip.teams) for slip in due)


def slips_of_rounds(event: Event) -> SlipsOfRounds:
    """Nothing is missing once the event is closed. Eight queries at most."""
    game = game_of_event(event)
    if game is None:
        return SlipsOfRounds()
    folder = folder_of(game)
    missing = folder.missing if game.state in Game.RUNNING else ()
    return SlipsOfRounds(
        missing=Counter(due.round for due in missing if due.round),
        handed_in=Counter(folder.due[place].round if place in folder.due else 0 for place in folder.slips),
    )
