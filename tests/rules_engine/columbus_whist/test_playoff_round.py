"""A playoff round: one game of each team, in which points are of no value."""

from __future__ import annotations

import pytest

from rules_engine.columbus_whist.reader.event import record_of
from rules_engine.reading import Malformed
from tests.rules_engine.columbus_whist.events import Json, check, edited, places, result
from tests.rules_engine.records import copied


def semi_finals() -> Json:
    """Two games; the winner of the second has more points, and loses the game at the line."""
    played = [[result([1, 4], [5, 0]), result([2, 3], [9, 0])]]
    record: Json = {"format": "columbus-whist/1", "ruleset": "columbus-first-club-2016", "id": "playoff"}
    record |= {"teams": [{"name": name} for name in ("Elm", "Fir", "Oak", "Ash")], "rounds": played}
    record |= {"games": 1, "qualifiers": 1, "qualified": [1]}
    record |= {"totals": [[1, 0], [1, 0], [0, 0], [0, 0]]}
    record |= {"playoffs": [{"teams": [1, 2], "games": [result([1, 2], [5, 0])], "order": [1, 2]}]}
    return record | {"ranking": [[1, 1], [2, 2], [3, 3], [3, 4]]}


def test_those_who_won_are_level_and_play_one_game_for_the_last_place() -> None:
    document = check(semi_finals())
    assert document["findings"] == []
    assert [(place, team, won, points) for place, team, _name, won, points in document["ranking"]] == [
        (1, 1, 1, 0),
        (2, 2, 1, 0),
        (3, 3, 0, 0),
        (3, 4, 0, 0),
    ]


def test_points_decide_nothing_in_it() -> None:
    record = copied(semi_finals())
    del record["playoffs"]
    assert [code for code, *_place in places(record)] == ["tie-open"]


def test_a_team_has_one_game() -> None:
    again = edited(semi_finals(), {"under_way": False})
    again["rounds"].append([result([1, 4], [5, 0])])
    again["totals"][0] = [2, 0]
    codes = [code for code, *_place in places(again)]
    assert codes[0] == "game-count"
    assert check(again)["findings"][0]["message"] == (
        "Each team plays one game; these played others: team 1 2, team 4 2."
    )


@pytest.mark.parametrize("games", [0, 2, 7, True, 1.0, "1"])
def test_no_other_number_is_read(games: object) -> None:
    with pytest.raises(Malformed) as caught:
        record_of(semi_finals() | {"games": games})
    assert caught.value.pointer == "/games"
