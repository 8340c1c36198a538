"""Rounds and brackets of random tournaments: each plays each round once, seeds meet as they should."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.bid_whist.bracket import Pair, first_stage, next_stage, walkover
from rules_engine.bid_whist.pairing import Round, first_round, meetings, next_round, repeats
from rules_engine.matching import matched, pair_of
from tests.rules_engine.bid_whist import oracles
from tests.support.seeds import examples

NUMBERS = st.lists(st.integers(1, 99), min_size=2, max_size=8, unique=True)
FIELDS = st.integers(1, 6).map(lambda power: 2**power)


def played_by(games: Round) -> Counter[int]:
    return Counter(team for game in games for team in (game.stays, game.moves))


@settings(max_examples=examples(40))
@given(NUMBERS, st.integers(1, 4), st.text(max_size=8))
def test_everyone_plays_each_round_once_and_nobody_again_while_avoidable(
    teams: list[int], rounds: int, seed: str
) -> None:
    """Against every pairing there is; the team picked for the odd one plays twice."""
    played: list[Round] = [first_round(teams, seed)]
    while len(played) < rounds:
        played.append(next_round(played, seed))
    for number, games in enumerate(played):
        picked = [game.picked for game in games if game.picked is not None]
        assert len(picked) == len(teams) % 2
        assert played_by(games) == Counter([*teams, *picked])
        before = [[pair_of(game.stays, game.moves) for game in round_] for round_ in played[:number]]
        assert repeats(games, meetings(played[:number])) == oracles.fewest_repeats(teams, before)


@settings(max_examples=examples(60))
@given(st.integers(1, 4), st.data())
def test_a_matching_of_random_meetings_repeats_as_few_as_any(half: int, data: st.DataObject) -> None:
    """By it the rounds of Columbus Whist are drawn too."""
    teams = list(range(2 * half))
    pairs = [pair_of(team, other) for team in teams for other in teams if team < other]
    met = {pair: data.draw(st.integers(0, 3)) for pair in pairs}
    matching = matched(teams, met)
    assert sorted(team for pair in matching for team in pair) == teams
    fewest = min(sum(met[pair] for pair in pairing) for pairing in oracles.pairings(teams))
    assert sum(met[pair_of(team, other)] for team, other in matching) == fewest


@settings(max_examples=examples(60))
@given(FIELDS, st.data())
def test_in_any_bracket_the_first_two_seeds_meet_in_the_final_alone(field: int, data: st.DataObject) -> None:
    """Whoever else wins or is absent; while better seeds win, the best of a stage meets the worst of it."""
    absent = data.draw(st.sets(st.integers(3, field), max_size=field)) if field > 2 else set()
    pairs: tuple[Pair, ...] = first_stage(list(range(1, field + 1)))
    assert {frozenset(pair) for pair in pairs} == {
        frozenset((seed, field + 1 - seed)) for seed in range(1, field // 2 + 1)
    }
    while len(pairs) > 1:
        assert not any({1, 2} <= set(pair) for pair in pairs)
        winners = []
        for pair in pairs:
            settled, winner = walkover(pair, sorted(absent))
            here = [team for team in pair if team is not None]
            best = [team for team in here if team in (1, 2)]
            winners.append(winner if settled else best[0] if best else data.draw(st.sampled_from(here)))
        pairs = next_stage(winners)
    assert set(pairs[0]) == {1, 2}


@given(FIELDS, st.permutations(range(64)))
def test_the_better_of_a_stage_meets_the_worse_whoever_they_are(field: int, numbers: list[int]) -> None:
    seeds = numbers[:field]
    pairs = first_stage(seeds)
    while pairs:
        standing = sorted((team for pair in pairs for team in pair), key=seeds.index)  # type: ignore[arg-type]
        for team, other in pairs:
            assert standing.index(team) + standing.index(other) == len(standing) - 1
        pairs = next_stage([min(pair, key=seeds.index) for pair in pairs])  # type: ignore[arg-type]
