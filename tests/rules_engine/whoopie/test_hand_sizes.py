from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.whoopie.hand_sizes import limit, next_hand, sequence

TABLES = st.integers(3, 10)
DIRECTIONS = st.sampled_from(["up", "down"])


def test_limits():
    assert [limit(players) for players in range(3, 11)] == [17, 13, 10, 8, 7, 6, 5, 5]
    assert limit(1) == 53
    with pytest.raises(ValueError):
        limit(0)


@pytest.mark.parametrize(
    ("hand", "players", "following"),
    [
        ((1, "up"), 10, (2, "up")),
        ((4, "up"), 10, (5, "up")),
        ((5, "up"), 10, (4, "down")),
        ((6, "up"), 10, (5, "down")),
        ((7, "up"), 10, (5, "down")),
        ((5, "up"), 8, (6, "up")),
        ((6, "up"), 8, (5, "down")),
        ((5, "down"), 10, (4, "down")),
        ((6, "down"), 10, (5, "down")),
        ((9, "down"), 10, (5, "down")),
        ((5, "down"), 3, (4, "down")),
        ((2, "down"), 5, (1, "down")),
        ((1, "down"), 5, (2, "up")),
    ],
)
def test_next_hand(hand, players, following):
    assert next_hand(*hand, players) == following


def test_a_whole_cycle():
    assert sequence([9] * 11) == (1, 2, 3, 4, 5, 4, 3, 2, 1, 2, 3)
    assert sequence([3] * 35) == (*range(1, 18), *range(16, 0, -1), 2, 3)
    assert sequence([]) == ()


def test_after_a_split():
    assert sequence([5] * 4, (6, "up")) == (6, 7, 8, 9)
    assert sequence([5] * 4, (6, "down")) == (6, 5, 4, 3)
    assert sequence([10] * 4, (6, "up")) == (5, 4, 3, 2)
    assert sequence([10] * 4, (6, "down")) == (5, 4, 3, 2)
    assert sequence([10], (5, "up")) == (5,)
    assert sequence([4] * 3, (1, "down")) == (1, 2, 3)


@given(st.lists(TABLES, min_size=1, max_size=80), st.none() | st.tuples(st.integers(1, 17), DIRECTIONS))
def test_never_the_same_twice_nor_above_the_limit(players, start):
    dealt = sequence(players, start)
    assert len(dealt) == len(players)
    assert all(1 <= cards <= limit(seated) for cards, seated in zip(dealt, players, strict=True))
    assert all(before != after for before, after in pairwise(dealt))


@given(st.integers(1, 17), DIRECTIONS, TABLES)
def test_direction_tells_how_the_hand_came_about(cards, direction, players):
    following, went = next_hand(cards, direction, players)
    assert following != cards
    assert went == ("up" if following > cards else "down")
