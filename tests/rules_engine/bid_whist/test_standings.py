"""Standings, the size of the field, and which ties are told apart how."""

from random import Random

import pytest

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.standings import (
    RoundResult,
    Score,
    field_size,
    scores,
    seeding,
    standings,
    ties,
)
from tests.rules_engine.bid_whist import oracles


def test_rounds_won_then_points_against_the_oracle() -> None:
    random = Random(7)
    for teams in (2, 5, 16, 64):
        scored = {team: Score(random.randrange(4), random.randrange(20)) for team in range(1, teams + 1)}
        rows = standings(scored)
        assert [row.place for row in rows] == sorted(row.place for row in rows)
        for row in rows:
            assert row.place == oracles.place(row.team, dict(scored))


def test_points_count_only_between_equals_in_rounds() -> None:
    rows = standings({1: Score(1, 99), 2: Score(2, 3), 3: Score(1, 100)})
    assert [row.team for row in rows] == [2, 3, 1]


def test_a_game_brings_nothing_to_the_picked_team() -> None:
    games = [RoundResult((1, 2), (10, 4), 1), RoundResult((3, 1), (5, 20), 1, picked=1)]
    assert scores([1, 2, 3], games) == {1: Score(1, 10), 2: Score(0, 4), 3: Score(0, 5)}


@pytest.mark.parametrize(
    ("teams", "field"),
    [
        *((16, 16), (63, 16), (64, 32), (127, 32), (128, 64), (500, 64)),
        *((15, 8), (8, 8), (7, 4), (4, 4), (3, 2), (2, 2)),
    ],
)
def test_the_field(teams: int, field: int) -> None:
    assert field_size(teams) == field


def test_one_team_is_no_field() -> None:
    with pytest.raises(ValueError, match="two"):
        field_size(1)


class TestTies:
    def test_two_across_the_last_seat_play_one_hand(self) -> None:
        scored = {team: Score(1, 100 - team) for team in range(1, 7)} | {5: Score(1, 96)}
        (tie,) = ties(standings(scored), 4)
        assert (tie.teams, tie.seats, tie.rule, tie.at_the_cut) == ((4, 5), 1, rules.SINGLE_HAND, True)

    def test_more_are_the_directors(self) -> None:
        scored = {team: Score(1, 100 - team) for team in range(1, 7)} | {5: Score(1, 96), 6: Score(1, 96)}
        (tie,) = ties(standings(scored), 4)
        assert (tie.teams, tie.seats, tie.rule) == ((4, 5, 6), 1, rules.DIRECTOR)

    def test_inside_the_field_it_is_drawn_and_below_it_nothing_is(self) -> None:
        scored = {team: Score(1, 100 - team) for team in range(1, 7)} | {2: Score(1, 99), 6: Score(1, 95)}
        (tie,) = ties(standings(scored), 4)
        assert (tie.teams, tie.seats, tie.at_the_cut) == ((1, 2), 2, False)

    def test_seeds_follow_the_orders(self) -> None:
        scored = {team: Score(1, 100 - team) for team in range(1, 7)} | {5: Score(1, 96)}
        rows = standings(scored)
        undecided = seeding(rows, 4)
        assert [tie.teams for tie in undecided.open] == [(4, 5)]
        decided = seeding(rows, 4, {frozenset((4, 5)): (5, 4)})
        assert (decided.seeds, decided.open) == ((1, 2, 3, 5), ())
