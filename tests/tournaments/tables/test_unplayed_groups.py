"""Groups of a split that never play: given up, while the others go on."""

from __future__ import annotations

from random import Random

import pytest

from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.results.models import Standing
from tests.cast import MARCH, Cast
from tests.support.play import play
from tests.tournaments.tables.splitting import finish, groups_of, split_in
from tournaments.games.models import Game
from tournaments.tables.services.closing import close_game, reopen_game
from tournaments.tables.services.unplayed_groups import give_up_unplayed


@pytest.mark.both_databases
def test_a_group_that_never_plays_is_given_up_and_its_people_ranked_where_they_played(
    cast: Cast, eight: Game, many: list[Person]
) -> None:
    a, b = split_in(cast, eight)
    placed = {player.person for player in b.players.all()} - {many[8], many[9]}
    for wrong, code in ((a, "not-unplayed"), (eight, "not-unplayed")):
        with pytest.raises(Refusal) as refusal:
            give_up_unplayed(by=cast.executor, game=wrong, reason="The last bus.", at=MARCH)
        assert refusal.value.code == code
    play(cast, a, 10, Random(3))
    close_game(by=cast.director, game=a, sure=True, at=MARCH)
    with pytest.raises(Refusal) as refusal:
        give_up_unplayed(by=cast.executor, game=b, reason="The last bus.", at=MARCH)
    assert refusal.value.code == "home-closed"
    reopen_game(by=cast.executor, game=a, reason="B goes home.", at=MARCH)
    give_up_unplayed(by=cast.executor, game=b, reason="The last bus.", at=MARCH)
    assert [group.pk for group in groups_of(eight)] == [a.pk]
    certification = finish(cast, Game.objects.get(pk=a.pk))
    ranked = set(Standing.objects.filter(certification=certification).values_list("person", flat=True))
    assert {person.pk for person in (*placed, *many[:8])} <= ranked
