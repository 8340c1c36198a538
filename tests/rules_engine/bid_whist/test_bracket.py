"""The bracket: seeds kept apart, stages, absences, and the first four places."""

from random import Random

import pytest

from rules_engine.bid_whist.bracket import (
    Medals,
    blinds_required,
    first_stage,
    fold,
    loser,
    medals,
    next_stage,
    stage_name,
    walkover,
)


@pytest.mark.parametrize("field", [2, 4, 8, 16, 32, 64])
def test_the_first_seed_meets_the_last(field: int) -> None:
    pairs = first_stage(list(range(1, field + 1)))
    assert {frozenset(pair) for pair in pairs} == {
        frozenset((seed, field + 1 - seed)) for seed in range(1, field // 2 + 1)
    }


@pytest.mark.parametrize("field", [4, 8, 16, 32, 64])
def test_better_seeds_meet_as_late_as_can_be(field: int) -> None:
    """Where the better seed always wins, the last 2, 4, 8, … are the first 2, 4, 8, … seeds, 1 v N again."""
    pairs = first_stage(list(range(1, field + 1)))
    while len(pairs) > 1:
        pairs = next_stage([min(pair) for pair in pairs])  # type: ignore[type-var]
        left = 2 * len(pairs)
        assert {frozenset(pair) for pair in pairs} == {
            frozenset((seed, left + 1 - seed)) for seed in range(1, left // 2 + 1)
        }
    assert next_stage([1]) == ()


@pytest.mark.parametrize("field", [0, 1, 3, 12])
def test_a_bracket_is_a_power_of_two(field: int) -> None:
    with pytest.raises(ValueError, match="2, 4, 8"):
        fold(field)


def test_every_team_but_one_loses_once() -> None:
    random = Random(3)
    pairs, out = first_stage(list(range(1, 33))), []
    while pairs:
        winners = [random.choice(pair) for pair in pairs]
        out += [loser(pair, winner) for pair, winner in zip(pairs, winners, strict=True)]
        pairs = next_stage(winners)
    assert sorted([*out, winners[0]]) == list(range(1, 33))  # type: ignore[type-var]


def test_names_and_bid_blinds() -> None:
    assert [stage_name(teams) for teams in (64, 32, 16, 8, 4, 2)] == [
        *("Top 64", "Top 32", "Sweet 16", "Elite 8", "Final Four", "Final")
    ]
    assert [blinds_required(teams) for teams in (32, 16, 2)] == [False, True, True]


def test_who_is_absent_is_eliminated() -> None:
    assert walkover((1, 2)) == (False, None)
    assert walkover((1, 2), [2]) == (True, 1)
    assert walkover((1, 2), [1, 2]) == (True, None)
    assert walkover((1, None)) == (True, 1)
    assert loser((1, 2), None) is None
    assert loser((1, None), 1) is None


def test_losers_of_the_semi_finals_play_for_the_third_place() -> None:
    assert medals([(1, 4), (3, 2)], [1, 3], 3, 2) == Medals(3, 1, 2, 4)
    assert medals([], [1, 2], 2, None) == Medals(2, 1, None, None)
