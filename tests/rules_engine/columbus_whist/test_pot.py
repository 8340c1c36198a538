"""When the Boston pot is decided where an odd number of teams has its fourth game in different rounds."""

from __future__ import annotations

import pytest

from tests.rules_engine.columbus_whist.events import Json, check, game, hand, result

MEETINGS = [[1, 2], [3, 1], [2, 3], [1, 2], [3, 1], [2, 3]]


def trio(rounds: int, under_way: bool = True, **boston: object) -> Json:
    """Three teams, of which one sits out each round; the third makes a Boston in its fourth game."""
    played = [[result(two, [5, 0], "points") | {"bostons": [0, 0]}] for two in MEETINGS]
    played[5] = [game([2, 3], [hand(3, "5", [0, 13])])]
    record: Json = {"format": "columbus-whist/1", "ruleset": "columbus-first-club-2016", "id": "trio"}
    record |= {"teams": [{"name": name} for name in ("Elm", "Fir", "Oak")], "rounds": played[:rounds]}
    return record | {"boston": {"cents": 900, **boston}} | ({"under_way": True} if under_way else {})


@pytest.mark.parametrize("rounds", [4, 5])
def test_it_is_open_until_every_team_has_had_its_fourth_game(rounds: int) -> None:
    document = check(trio(rounds, shares=[[1, 900]]))
    assert document["boston"] is None
    assert document["findings"] == []


def test_a_boston_in_a_fourth_game_that_came_a_round_later_counts() -> None:
    assert check(trio(6))["boston"] == {"winners": [3], "share": 900, "left": 0, "hit": True}


def test_only_those_who_put_in_are_waited_for() -> None:
    assert check(trio(5, teams=[1]))["boston"]["winners"] == [1]


def test_where_no_game_is_to_come_it_is_decided_of_those_that_were_played() -> None:
    assert check(trio(5, under_way=False))["boston"]["winners"] == [1, 3]
