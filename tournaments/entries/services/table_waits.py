"""Waiting at tables ends with the entry, whatever has become of the table.

Invariant: nobody whose entry is gone waits at a table of the event. The caller holds the event.
Rule section: II (splitting a game: who wishes to play counts towards the ten).
"""

from __future__ import annotations

import datetime as dt

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.audit.services import note
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.games.services.games import locked_game
from tournaments.tables.models.stay import Waiting


def end_waits(*, by: Person, event: Event, person: Person, at: dt.datetime) -> None:
    """Take somebody off the waiting lists of all tables of an event."""
    waits = Waiting.objects.filter(game__event=event, person__in=rows_of(person), ended_at__isnull=True)
    for game_id in sorted(set(waits.values_list("game", flat=True))):
        game = locked_game(game_id)
        if waits.filter(game=game).update(ended_at=at, ended=Waiting.End.LEFT):
            note_wait_ended(by=by, game=game, person=person, at=at)


def note_wait_ended(*, by: Person, game: Game, person: Person, at: dt.datetime) -> None:
    """Count the change of a locked table and write it on the trail."""
    game.revision += 1
    game.save(update_fields=["revision"])
    note(by=by, at=at, action="stop waiting", thing=game, after={"player": person.number})
