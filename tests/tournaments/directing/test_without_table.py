"""Who is here and has no table: a newcomer is told of, whoever has played their game of this round is not."""

from __future__ import annotations

from random import Random

import pytest

from tests.cast import MARCH, Cast, open_table
from tests.support.play import drawn_table, play
from tests.tournaments.directing.test_floor import evening
from tournaments.directing.selectors.floor import floor_of
from tournaments.directing.services.moving_players import free_player
from tournaments.directing.views.checklists import before_start
from tournaments.events.models.event import Event
from tournaments.tables.services.closing import close_game


def without_table(event: Event) -> list[str]:
    return [line.name for line in floor_of(event, at=MARCH).without_table]


@pytest.mark.both_databases
def test_whoever_has_played_is_not_forgotten_but_a_newcomer_is(cast: Cast) -> None:
    event, players = evening(cast), cast.players
    game = drawn_table(cast, players[:4], event=event, stanzas=1)
    open_table(cast, event, players[4:8])
    newcomers = [player.name for player in players[8:]]
    assert newcomers
    assert without_table(event) == newcomers
    play(cast, game, 1, Random(1))
    close_game(by=cast.director, game=game, at=MARCH)
    assert without_table(event) == newcomers
    seated = next(item for item in before_start(event, floor_of(event, at=MARCH)) if "is here" in item.title)
    assert [missing.what for missing in seated.missing] == newcomers
    free_player(by=cast.director, event=event, person=players[4], at=MARCH)
    assert without_table(event) == [players[4].name, *newcomers]
