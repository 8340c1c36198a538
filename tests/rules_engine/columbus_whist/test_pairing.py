"""A round that is drawn so that few meet again: of those who have met equally often the ones longest ago."""

from __future__ import annotations

import pytest

from rules_engine.columbus_whist.pairing import drawn
from rules_engine.matching import pair_of
from tests.rules_engine.bid_whist import oracles

GAMES = 6


def rounds_of(teams: int, seed: str) -> list[set[frozenset[int]]]:
    earlier: list[list[int]] = []
    rounds = []
    for number in range(GAMES):
        done = drawn(range(1, teams + 1), f"{seed}-{number}", earlier, balanced=True)
        rounds.append({pair_of(*pair) for pair in done.pairs})
        earlier += [list(pair) for pair in done.pairs]
    return rounds


@pytest.mark.parametrize("seed", [f"evening {number}" for number in range(12)])
def test_four_teams_meet_in_turn(seed: str) -> None:
    """No round has the tables of one of the two before it, which need not be."""
    rounds = rounds_of(4, seed)
    assert rounds[3:] == rounds[:3]
    assert len({frozenset(pairs) for pairs in rounds}) == 3


@pytest.mark.parametrize("teams", [6, 8])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_repeats_stay_as_few_as_can_be(teams: int, seed: str) -> None:
    rounds = rounds_of(teams, seed)
    for number, pairs in enumerate(rounds):
        before = [list(pairs_before) for pairs_before in rounds[:number]]
        again = sum(pair in pairs_before for pairs_before in rounds[:number] for pair in pairs)
        assert again == oracles.fewest_repeats(range(1, teams + 1), before)
