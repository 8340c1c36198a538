"""The draw, the moving teams, the odd team: nobody meets a team again while that can be avoided."""

from collections import Counter

import pytest

from rules_engine.bid_whist.pairing import (
    Pairing,
    Round,
    fewest_repeats,
    first_round,
    meetings,
    moving_on,
    next_round,
    odd_game,
    repeats,
)
from rules_engine.matching import matched, pair_of
from tests.rules_engine.bid_whist import oracles


def drawn(teams: int, seed: str, rounds: int = 4, late: int = 0) -> list[Round]:
    numbers = list(range(1, teams + 1))
    played = [first_round(numbers[: teams - late], seed, numbers[teams - late :])]
    while len(played) < rounds:
        played.append(next_round(played, seed))
    return played


def pairs(games: Round) -> list[frozenset[int]]:
    return [pair_of(game.stays, game.moves) for game in games]


@pytest.mark.parametrize("teams", [2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 37, 64, 129, 200])
def test_everyone_plays_each_round_once_and_the_picked_team_again(teams: int) -> None:
    for games in drawn(teams, f"seed {teams}"):
        played = Counter(team for game in games for team in (game.stays, game.moves))
        picked = [game.picked for game in games if game.picked is not None]
        assert len(picked) == teams % 2
        assert played == Counter([*range(1, teams + 1), *picked])
        assert [game.table for game in games] == list(range(1, len(games) + 1))
        assert all(game.picked in (None, game.stays, game.moves) for game in games)


@pytest.mark.parametrize("teams", range(2, 9))
@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e"])
def test_repeats_are_as_few_as_the_oracle_finds(teams: int, seed: str) -> None:
    rounds = drawn(teams, seed)
    for number, games in enumerate(rounds):
        before = rounds[:number]
        fewest = oracles.fewest_repeats(range(1, teams + 1), [pairs(round_) for round_ in before])
        assert repeats(games, meetings(before)) == fewest
        assert fewest_repeats(range(1, teams + 1), meetings(before)) == fewest


@pytest.mark.parametrize("teams", [8, 9, 10, 11, 16, 21, 37, 63, 128, 255])
def test_from_eight_teams_on_nobody_meets_a_team_again(teams: int) -> None:
    met = [pair for games in drawn(teams, f"{teams}", late=teams // 8) for pair in pairs(games)]
    assert len(set(met)) == len(met)


@pytest.mark.parametrize("teams", [9, 11, 37, 129])
def test_nobody_is_picked_twice_and_the_odd_team_changes(teams: int) -> None:
    games = [game for games in drawn(teams, "odd") for game in games if game.picked is not None]
    picked = [game.picked for game in games]
    odd = [game.stays if game.picked == game.moves else game.moves for game in games]
    assert len(set(picked)) == len(set(odd)) == 4


def test_moving_teams_go_to_the_next_table_and_the_others_stay() -> None:
    first, second, *_ = drawn(20, "even")
    assert [game.stays for game in second] == [game.stays for game in first]
    moved = [game.moves for game in first]
    assert [game.moves for game in second] == [moved[-1], *moved[:-1]]


def test_the_odd_game_sends_nobody_on() -> None:
    """Not even a team that stays and is picked for it: the next round has it at its own table."""
    first = first_round([1, 2, 3, 4], "723e5eae65", [5])
    assert first[0] == Pairing(1, 4, 3)
    assert first[2] == Pairing(3, 5, 4, picked=4)
    assert moving_on(first) == {3, 2}
    second = next_round([first], "723e5eae65")
    assert [game.stays for game in second] == [4, 1, 5]


def test_who_is_picked_is_drawn() -> None:
    """Of those whom the odd team has not met, and of them of those picked least often."""
    first = (Pairing(1, 1, 2), Pairing(2, 3, 4), Pairing(3, 5, 6), Pairing(4, 7, 1, picked=1))
    games = [odd_game(4, 7, range(1, 7), [first], f"{seed}") for seed in range(40)]
    assert {(game.table, game.stays, game.moves == game.picked) for game in games} == {(4, 7, True)}
    assert {game.picked for game in games} == {2, 3, 4, 5, 6}
    second = (Pairing(1, 2, 7), Pairing(2, 3, 7), Pairing(3, 6, 4), Pairing(4, 1, 5, picked=5))
    games = [odd_game(4, 7, range(1, 7), [first, second], f"{seed}") for seed in range(40)]
    assert {game.picked for game in games} == {4, 6}


def test_who_was_picked_before_is_picked_rather_than_a_team_met_before() -> None:
    first = (Pairing(1, 1, 2), Pairing(2, 3, 4), Pairing(3, 5, 3, 3))
    assert {odd_game(3, 2, [1, 3], [first], seed).picked for seed in "abcde"} == {3}


def test_who_moves_is_drawn() -> None:
    moving = {first_round([1, 2], f"{seed}")[0].moves for seed in range(20)}
    assert moving == {1, 2}


def test_the_draw_is_the_seeds_and_late_teams_come_last() -> None:
    assert first_round([3, 1, 2, 4], "x") == first_round([1, 2, 3, 4], "x")
    assert len({first_round(range(1, 9), f"{seed}") for seed in range(9)}) == 9
    games = first_round(range(1, 7), "x", [7, 8])
    assert {games[-1].stays, games[-1].moves} == {7, 8}
    with pytest.raises(ValueError, match="twice"):
        first_round([1, 2], "x", [2])
    with pytest.raises(ValueError, match="two teams"):
        first_round([1], "x")
    with pytest.raises(ValueError, match="drawn"):
        next_round([], "x")


def test_four_teams_all_meet_in_three_rounds() -> None:
    met = [pair for games in drawn(4, "four", 3) for pair in pairs(games)]
    assert len(set(met)) == 6


def test_a_pairing_made_by_hand_is_followed_too() -> None:
    games = (Pairing(1, 1, 2), Pairing(2, 3, 4), Pairing(3, 5, 1, 1))
    after = next_round([games], "x")
    assert repeats(after, meetings([games])) == 0


def test_matching_where_every_pairing_repeats() -> None:
    teams = list(range(16))
    met = {pair_of(team, other): 1 for team in teams for other in teams if team < other}
    assert len(matched(teams, met)) == 8
    with pytest.raises(ValueError, match="even"):
        matched([1, 2, 3], {})
