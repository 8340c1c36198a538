"""Groups of a split that never play: given up, while the others go on."""

from __future__ import annotations

from random import Random

import pytest

from sanctioning.models import Person
from sanctioning.refusal import Refusal
from scoring.models import Standing
from scoring.services.closing import close_game, reopen_game
from scoring.services.unplayed import give_up_unplayed
from tests.cast import MARCH, Cast
from tests.play import play
from tests.scoring.splitting import finish, groups_of, split_in
from tournaments.models import Game


@pytest.mark.both_databases
def test_a_group_that_never_plays_is_given_up_and_its_people_ranked_where_they_played(
    cast: Cast, eight: Game, many: list[Person]
) -> None:
    a, b = split_in(cast, eight)
    placed = {one.person for one in b.players.all()} - {many[8], many[9]}
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
    assert {one.pk for one in (*placed, *many[:8])} <= ranked
