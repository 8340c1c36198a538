"""The sheet: the printed rotation, moves for any number of tables and hands, and the proof beside them.

`tally` counts who meets whom in its own way, from the sheet alone.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.military_whist.movement import (
    ORDERS,
    Order,
    PlannedHand,
    destinations,
    move_of,
    movement,
)
from rules_engine.military_whist.movement_proof import prove
from rules_engine.military_whist.rotation import PAIRS, TRUMPS, Pair, at_home, turn

PRINTED = """
1 A&B H B, 2 X&Y S X, 3 A&X D A, 4 B&Y C Y, 5 A&Y NT-Low A, 6 B&X H X, 7 A&B S B, 8 X&Y D Y, 9 A&X C A,
10 B&Y NT-High B, 11 A&Y H Y, 12 B&X S X, 13 A&B D B, 14 X&Y C X, 15 A&X NT-Low A, 16 B&Y H Y, 17 A&Y S A,
18 B&X D X, 19 A&B C B, 20 X&Y NT-High Y, 21 A&X H A, 22 B&Y S B, 23 A&Y D Y, 24 B&X C X, 25 A&B NT-Low B,
26 X&Y H X, 27 A&X S A, 28 B&Y D Y, 29 A&Y C A, 30 B&X NT-High X
"""
LENGTHS = (1, 7, 30, 50, 61)


def tally(sheet: tuple[PlannedHand, ...]) -> tuple[Counter[tuple[int, int]], Counter[frozenset[int]]]:
    """Visits and meetings by teams."""
    visits: Counter[tuple[int, int]] = Counter()
    for hand in sheet:
        visits.update(enumerate(hand.to, 1))
    meetings: Counter[frozenset[int]] = Counter()
    for (team, other), times in visits.items():
        meetings[frozenset((team, other))] += times
    return visits, meetings


class TestRotation:
    """M-25, M-37 and reading 2."""

    def test_the_printed_hands(self) -> None:
        printed = [entry.split() for entry in PRINTED.replace("\n", " ").strip().split(",")]
        for number, (at, who, trump, dealer) in enumerate(printed, 1):
            assert int(at) == number
            assert turn(number) == (who, trump.replace("-", " "), dealer)
        assert len(printed) == 30

    def test_it_goes_on_or_begins_again(self) -> None:
        differ = [hand for hand in range(31, 51) if turn(hand) != turn(hand, restarted=True)]
        assert differ == [32, 34, 35, 38, 40, 41, 44, 46, 47, 50]
        for hand in differ:
            on, again = turn(hand), turn(hand, restarted=True)
            assert (on.who, on.trump) == (again.who, again.trump)
        assert [turn(hand, restarted=True) for hand in range(31, 61)] == [turn(hand) for hand in range(1, 31)]

    @given(st.integers(1, 10_000), st.booleans())
    def test_a_visitor_deals(self, hand: int, restarted: bool) -> None:
        who, _, dealer = turn(hand, restarted)
        assert dealer in who

    def test_six_pairs_each_with_the_other_two(self) -> None:
        for pair in PAIRS:
            assert set(pair + at_home(pair)) - {"&"} == set("ABXY")

    def test_no_hand_before_the_first(self) -> None:
        with pytest.raises(ValueError, match="from 1"):
            turn(0)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("tables", range(2, 61))
class TestEveryNumberOfTables:
    """M-9, M-25, M-26 and reading 1."""

    def test_one_pair_comes_to_each_table_and_none_stays(self, tables: int, order: Order) -> None:
        for hand in movement(tables, 61, order):
            assert sorted(hand.to) == list(range(1, tables + 1))
            assert all(team != table for team, table in enumerate(hand.to, 1))

    def test_meetings_are_as_equal_as_can_be_wherever_play_ends(self, tables: int, order: Order) -> None:
        for hands in LENGTHS:
            sheet = movement(tables, hands, order)
            visits, meetings = tally(sheet)
            others = tables - 1
            each = [
                visits[team, other]
                for team in range(1, tables + 1)
                for other in range(1, tables + 1)
                if team != other
            ]
            met = [meetings[frozenset(two)] for two in combinations(range(1, tables + 1), 2)]
            assert (min(each), max(each)) == (hands // others, -(-hands // others))
            assert (min(met), max(met)) == (2 * hands // others, -(-2 * hands // others))
            proof = prove(sheet)
            assert (proof.visit_spread.least, proof.visit_spread.most) == (min(each), max(each))
            assert (proof.meeting_spread.least, proof.meeting_spread.most) == (min(met), max(met))
            assert proof.even

    def test_the_proof_counts_every_trump(self, tables: int, order: Order) -> None:
        sheet = movement(tables, 50, order)
        proof = prove(sheet)
        counted: Counter[tuple[int, int, str]] = Counter()
        for hand in sheet:
            for team, table in enumerate(hand.to):
                counted[team, table - 1, hand.trump] += 1
                counted[table - 1, team, hand.trump] += 1
        for host in range(tables):
            assert sum(proof.meetings[host]) == 100
            for other in range(tables):
                trumps = [counted[host, other, trump] for trump in TRUMPS]
                assert list(proof.trumps[host][other]) == trumps
                assert sum(trumps) == proof.meetings[host][other]


def smallest_most(tables: int, hands: int) -> int:
    """By trying every sheet of a few tables: how few the most meetings of two teams can be."""
    moves = range(1, tables)
    best = 2 * hands

    def go_on(left: int, met: Counter[int]) -> None:
        nonlocal best
        if not left:
            best = min(best, max(met.values()))
            return
        for move in moves:
            again = met.copy()
            for at in {move, tables - move}:
                again[at] += 2 if 2 * move == tables else 1
            go_on(left - 1, again)

    go_on(hands, Counter())
    return best


@pytest.mark.parametrize(("tables", "hands"), [(3, 4), (4, 5), (5, 5), (6, 4), (6, 5), (7, 4)])
def test_no_other_moves_do_better(tables: int, hands: int) -> None:
    for order in ORDERS:
        assert prove(movement(tables, hands, order)).meeting_spread.most == smallest_most(tables, hands)


def test_sixteen_tables_and_fifteen_hands_are_one_visit_to_each() -> None:
    """M-32 and reading 1."""
    sheet = movement(16, 50)
    for session in (sheet[:15], sheet[15:30]):
        visits, _ = tally(session)
        assert set(visits.values()) == {1}
        assert len(visits) == 16 * 15
    assert [move_of(hand.to) for hand in sheet] == [*range(1, 16), *range(1, 16), *range(1, 16), *range(1, 6)]


def test_spread_brings_teams_together_in_more_trumps() -> None:
    """Reading 1: of 16 tables and 50 hands the circle has 24 pairs who meet in one trump alone."""
    circle, spread = prove(movement(16, 50)), prove(movement(16, 50, "spread"))
    assert (circle.one_trump, spread.one_trump) == (24, 8)
    for tables in range(2, 61):
        circle, spread = prove(movement(tables, 50)), prove(movement(tables, 50, "spread"))
        assert spread.one_trump <= circle.one_trump
        if tables % 5 == 1 and tables > 6:
            assert spread.one_trump < circle.one_trump


def test_two_tables_visit_each_other_every_hand() -> None:
    proof = prove(movement(2, 30))
    assert (proof.visits, proof.meetings) == (((0, 30), (30, 0)), ((0, 60), (60, 0)))


ROUND, BACK, SWAP, BESIDE = (2, 3, 1), (3, 1, 2), (2, 1, 4, 3), (2, 3, 4, 1)


def sheet_of(*moves: tuple[int, ...], pairs: Sequence[Pair] = PAIRS) -> tuple[PlannedHand, ...]:
    """By hand: where the pairs go, in hearts each time."""
    return tuple(PlannedHand(who, "H", "A", move) for who, move in zip(pairs, moves, strict=False))


@pytest.mark.parametrize(
    ("sheet", "uneven"),
    [
        (sheet_of(ROUND, BACK), []),
        (sheet_of(ROUND, ROUND), ["visits"]),
        (sheet_of(SWAP), ["meetings"]),
        (sheet_of(ROUND, BACK, pairs=["A&B", "A&B"]), ["pairs"]),
    ],
)
def test_a_sheet_is_even_where_visits_meetings_and_pairs_all_are(
    sheet: tuple[PlannedHand, ...], uneven: list[str]
) -> None:
    proof = prove(sheet)
    spreads = {
        "visits": proof.visit_spread,
        "meetings": proof.meeting_spread,
        "pairs": proof.pair_spread,
    }
    assert [what for what, spread in spreads.items() if not spread.reached] == uneven
    assert proof.even == (uneven == [])


def test_who_meets_once_does_not_meet_in_one_trump_alone() -> None:
    assert prove(sheet_of(BESIDE)).one_trump == 0
    assert prove(sheet_of(SWAP)).one_trump == 2


@pytest.mark.parametrize("order", ORDERS)
def test_sixty_tables_and_fifty_hands(order: Order) -> None:
    proof = prove(movement(60, 50, order))
    assert (proof.tables, proof.hands, proof.even) == (60, 50, True)


@pytest.mark.parametrize(("tables", "hands"), [(1, 30), (61, 30), (16, 0), (16, 1001)])
def test_impossible_events(tables: int, hands: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        movement(tables, hands)


@given(st.integers(2, 60), st.data())
def test_moves_and_destinations(tables: int, data: st.DataObject) -> None:
    move = data.draw(st.integers(0, tables - 1))
    assert move_of(destinations(tables, move)) == move
    to = data.draw(st.permutations(range(1, tables + 1)))
    known = move_of(to)
    assert known is None or destinations(tables, known) == tuple(to)
