"""Teams that are not there for every round: drawn while they are, placed by what they have; who was drawn for
the last round alone plays on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules_engine.bid_whist.check.tournament import check_record
from rules_engine.bid_whist.pairing import Round, first_round, meetings, next_round, repeats
from rules_engine.bid_whist.reader.tournament import record_of
from rules_engine.bid_whist.standings import field_of
from rules_engine.reading import Malformed
from tests.rules_engine.bid_whist import oracles


def drawn(present: Sequence[Sequence[int]], seed: str) -> list[Round]:
    rounds = [first_round(present[0], seed)]
    for teams in present[1:]:
        rounds.append(next_round(rounds, seed, teams))
    return rounds


ALL = range(1, 9)


@pytest.mark.parametrize(
    "present",
    [
        [ALL, [1, 2, 4, 5, 6, 7, 8], [1, 2, 4, 5, 6, 7, 8]],
        [ALL, [1, 2, 4, 5, 6, 7], [2, 4, 5, 6, 7]],
        [ALL, range(1, 10), range(1, 11), range(1, 12)],
        [range(1, 8), ALL, range(1, 10)],
        [range(1, 8), range(1, 7), [1, 2, 3, 4, 9]],
        [ALL, [1, 2, 3, 9], [1, 2, 3]],
    ],
)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_round_is_of_those_who_are_there_with_the_fewest_repeats(
    present: Sequence[Sequence[int]], seed: str
) -> None:
    rounds = drawn(present, seed)
    for number, (teams, games) in enumerate(zip(present, rounds, strict=True)):
        own = [team for game in games for team in (game.stays, game.moves) if team != game.picked]
        assert sorted(own) == sorted(teams)
        assert [game.picked is not None for game in games].count(True) == len(teams) % 2
        before = rounds[:number]
        met = [[frozenset((game.stays, game.moves)) for game in round_] for round_ in before]
        assert repeats(games, meetings(before)) == oracles.fewest_repeats(teams, met)


def test_one_who_has_gone_leaves_his_place_and_one_who_came_takes_it() -> None:
    first = first_round(range(1, 21), "even")
    gone = first[3].moves
    present = [team for team in range(1, 21) if team != gone]
    second = next_round([first], "even", present)
    assert [game.stays for game in second] == [game.stays for game in first]
    third = next_round([first, second], "even", [*present, 21])
    assert [game.stays for game in third] == [game.stays for game in first]
    assert next(game.stays for game in third if game.moves == 21) != 21
    with pytest.raises(ValueError, match="at least two"):
        next_round([first], "even", [1])


@pytest.mark.parametrize(
    ("teams", "present", "field"), [(64, 63, 32), (17, 15, 8), (40, 12, 8), (63, 63, 16), (5, 2, 2)]
)
def test_who_has_gone_makes_the_field_no_smaller_while_it_is_filled(
    teams: int, present: int, field: int
) -> None:
    assert field_of(teams, present) == field


def record(missed: dict[int, list[int]]) -> dict[str, Any]:
    """Five teams, each game won by the first team of the two; who is there is as `missed` says."""
    present = [[team for team in range(1, 6) if number not in missed.get(team, [])] for number in (1, 2, 3)]
    rounds = drawn(present, "five")
    return {
        "format": "bid-whist/1",
        "ruleset": "cardsharks",
        "id": "five",
        "tournament": "friday-night-special",
        "teams": [
            {
                "players": [f"{team}-north", f"{team}-south"],
                **({"missed": missed[team]} if team in missed else {}),
            }
            for team in range(1, 6)
        ],
        "rounds": [
            [
                {
                    "table": game.table,
                    "teams": [game.stays, game.moves],
                    **({"picked": game.picked} if game.picked else {}),
                    "points": [10 + game.stays, 0],
                    "winner": game.stays,
                }
                for game in games
            ]
            for games in rounds
        ],
    }


def test_who_has_gone_is_placed_and_does_not_play_on() -> None:
    document = record({2: [2, 3], 5: [1]})
    check = check_record(record_of(document))
    assert [finding.code for finding in check.findings] == []
    assert {row.team for row in check.standings} == {1, 2, 3, 4, 5}
    assert sorted(check.seeds) == [1, 3, 4, 5]


def test_a_round_without_a_team_that_did_not_miss_it_is_found() -> None:
    document = record({2: [2, 3]})
    document["teams"][1].pop("missed")
    check = check_record(record_of(document))
    assert [finding.code for finding in check.findings] == ["pairing", "pairing"]
    document["teams"][1]["missed"] = [3, 3]
    with pytest.raises(Malformed):
        record_of(document)


@pytest.mark.parametrize("stayed", [0, 1])
@pytest.mark.parametrize("noted", [False, True])
def test_a_round_that_every_team_missed_is_found(stayed: int, noted: bool) -> None:
    """Or every team but one, which has nobody to play; whatever is noted as the standings."""
    document = record({})
    document["rounds"][2] = []
    for team in document["teams"][stayed:]:
        team["missed"] = [3]
    if noted:
        document["standings"] = [[1, team, 1, 10] for team in range(1, 6)]
    check = check_record(record_of(document))
    assert [finding.code for finding in check.findings] == ["pairing"]
    assert (check.standings, check.seeds) == ((), ())
