"""The stays of those who sit at a table: from which stanza to which each one plays.

Invariant: one of which no stanza is played never was, and whoever had no other is no player of the game.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from django.db import transaction
from django.db.models import ProtectedError

from sanctioning.identity.same_person import same_person
from sanctioning.kit.prepared_writes import PreparedInsert
from sanctioning.people.models.person import Person
from tournaments.games.game_families import Family
from tournaments.games.models import Game, GamePlayer
from tournaments.tables.models.stay import Stay


def begin_stays(
    *, by: Person, game: Game, players: Sequence[GamePlayer], stays: Sequence[Stay], at: dt.datetime
) -> list[Stay]:
    """Begin the stays of those who sit at a locked table for its first deal; those that were wanting."""
    sitting = {stay.player_id for stay in stays}
    if game.state != Game.State.OPEN:
        return []
    seated = [player for player in players if player.seat is not None and player.pk not in sitting]
    return _ADD.at_once([Stay(player=player, since=1, sat_by=by, sat_at=at) for player in seated])


def open_stay(family: Family, game: Game, person: Person) -> Stay | None:
    for stay in family.stays_in(game):
        if stay.until is None and same_person(stay.player.person, person):
            return stay
    return None


def end_stay(
    family: Family,
    game: Game,
    stay: Stay,
    last: int,
    *,
    by: Person,
    at: dt.datetime,
    walked_out: bool = False,
) -> None:
    """End a stay with that stanza; one of which no stanza is played never was."""
    if stay.left_of is not None and stay.since > last:
        _never_sat(family, game, stay)
        return
    stay.until = last
    stay.walked_out, stay.left_by, stay.left_at = walked_out, by, at
    stay.save(update_fields=["until", "walked_out", "left_by", "left_at"])


def _never_sat(family: Family, game: Game, stay: Stay) -> None:
    """Take back a stay of which no stanza was played; who sat down beside him sits beside his neighbour."""
    beside = [neighbour.pk for neighbour in family.stays_in(game) if neighbour.left_of_id == stay.player_id]
    Stay.objects.filter(pk__in=beside, since=stay.since).update(left_of=stay.left_of_id)
    stay.delete()
    _never_played(stay.player)


def _never_played(player: GamePlayer) -> None:
    """Take back a player who neither drew cards nor sat here for a stanza, unless something names them."""
    if player.seat is not None or player.stays.exists() or player.rulings.exists():
        return
    with suppress(ProtectedError), transaction.atomic():
        player.delete()


_ADD: Final = PreparedInsert(Stay)
