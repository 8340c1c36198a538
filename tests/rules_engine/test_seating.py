"""Tables of a round: sizes, draws that anybody can repeat, and meetings as new as they can be."""

from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.seating import balanced, counted, drawn, fewest_repeats, meetings, table_sizes
from tests.support.seeds import examples


def players(count: int) -> list[str]:
    return [f"P-{number:04}" for number in range(count)]


@pytest.mark.parametrize(
    ("count", "preferred", "sizes"),
    [
        (3, 6, (3,)),
        (5, 3, (5,)),
        (7, 6, (7,)),
        (9, 6, (5, 4)),
        (10, 10, (10,)),
        (11, 10, (6, 5)),
        (13, 4, (5, 4, 4)),
        (23, 7, (8, 8, 7)),
        (200, 8, (8,) * 25),
    ],
)
def test_sizes_come_nearest_to_the_preferred(count: int, preferred: int, sizes: tuple[int, ...]):
    assert table_sizes(count, preferred) == sizes


@given(st.integers(3, 400), st.integers(3, 10))
def test_sizes_are_lawful_and_as_equal_as_can_be(count: int, preferred: int):
    sizes = table_sizes(count, preferred)
    assert sum(sizes) == count
    assert all(3 <= size <= 10 for size in sizes)
    assert max(sizes) - min(sizes) <= 1
    assert list(sizes) == sorted(sizes, reverse=True)
    for other in range(1, count // 3 + 1):
        if -(-count // other) <= 10:
            assert abs(count / len(sizes) - preferred) <= abs(count / other - preferred) + 1e-9


@pytest.mark.parametrize(("count", "preferred"), [(2, 6), (0, 6), (8, 2), (8, 11)])
def test_no_such_tables(count: int, preferred: int):
    with pytest.raises(ValueError):
        table_sizes(count, preferred)


def test_a_draw_repeated_by_hand_as_the_page_describes():
    order = players(9)
    for k, place in enumerate(range(9, 1, -1), start=1):
        other = int(sha256(f"1966/tables/{k}".encode()).hexdigest(), 16) % place
        order[place - 1], order[other] = order[other], order[place - 1]
    assert drawn(players(9), (5, 4), "1966").tables == (tuple(order[:5]), tuple(order[5:]))


@st.composite
def rounds(draw: st.DrawFn) -> tuple[list[str], int, str, list[tuple[str, ...]]]:
    names = players(draw(st.integers(3, 24)))
    preferred = draw(st.integers(3, 10))
    earlier: list[tuple[str, ...]] = []
    for number in range(draw(st.integers(0, 3))):
        earlier += drawn(names, table_sizes(len(names), preferred), f"before {number}").tables
    return names, preferred, draw(st.text(max_size=8)), earlier


@settings(max_examples=examples(40))
@given(rounds())
def test_everybody_sits_exactly_once_and_the_same_again(
    event: tuple[list[str], int, str, list[tuple[str, ...]]],
):
    names, preferred, seed, earlier = event
    sizes = table_sizes(len(names), preferred)
    for seat in (drawn, balanced):
        seated = seat(names, sizes, seed, earlier)
        assert sorted(player for table in seated.tables for player in table) == names
        assert tuple(map(len, seated.tables)) == sizes
        assert seated == seat(names, sizes, seed, earlier)
        met = {frozenset(pair) for table in earlier for pair in combinations(table, 2)}
        pairs = [frozenset(pair) for table in seated.tables for pair in combinations(table, 2)]
        assert seated.repeats == sum(pair in met for pair in pairs)
        assert seated.repeats + seated.new_meetings == len(pairs)
        assert seated.repeats >= fewest_repeats(names, sizes, meetings(earlier))
    assert balanced(names, sizes, seed, earlier).repeats <= drawn(names, sizes, seed, earlier).repeats


def fewest_of_all(names: list[str], sizes: tuple[int, ...], met: set[frozenset[str]]) -> int:
    """The least repeats of every way to divide them, tried one by one."""
    if not sizes:
        return 0
    best = 10**9
    first, *rest = names
    for others in combinations(rest, sizes[0] - 1):
        table = (first, *others)
        here = sum(frozenset(pair) in met for pair in combinations(table, 2))
        left = [name for name in rest if name not in others]
        if here < best:
            best = min(best, here + fewest_of_all(left, sizes[1:], met))
    return best


@pytest.mark.parametrize(
    ("count", "preferred", "before"), [(8, 4, 1), (9, 3, 3), (9, 3, 4), (12, 4, 2), (12, 3, 4), (12, 6, 1)]
)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_as_good_as_the_best_of_all(count: int, preferred: int, before: int, seed: str):
    """Tables of one size, so that every division is tried by taking the first player left."""
    names, sizes = players(count), table_sizes(count, preferred)
    assert len(set(sizes)) == 1
    earlier: list[tuple[str, ...]] = []
    for number in range(before):
        earlier += drawn(names, sizes, f"{seed} {number}").tables
    met = {frozenset(pair) for table in earlier for pair in combinations(table, 2)}
    assert balanced(names, sizes, seed, earlier).repeats == fewest_of_all(names, sizes, met)


def test_what_no_seating_can_avoid():
    """Eight who sat together, at five tables again: two pairs of them at three tables, at the very least."""
    names = players(40)
    earlier = balanced(names, (8,) * 5, "first").tables
    assert balanced(names, (8,) * 5, "second", earlier).repeats == 5 * 3


def test_two_hundred_meet_nobody_twice_in_five_rounds():
    names, sizes = players(200), table_sizes(200, 8)
    earlier: list[tuple[str, ...]] = []
    for number in range(5):
        seated = balanced(names, sizes, f"round {number}", earlier)
        assert seated.repeats == 0
        earlier += seated.tables


def test_who_must_meet_again_are_those_who_met_least():
    names = players(6)
    often = [("P-0000", "P-0001", "P-0002")] * 5
    once = [(player, other) for player, other in combinations(names, 2)]
    seated = balanced(names, (3, 3), "1966", [*often, *once])
    assert not any({"P-0000", "P-0001", "P-0002"} <= set(table) for table in seated.tables)
    assert counted(seated.tables, meetings([*often, *once])) == seated
