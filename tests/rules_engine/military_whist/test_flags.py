"""Hands and flags: counts, what visitors win, loans, and that no flag is ever lost."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.military_whist.flags import START, FlagBook, on_the_tables
from rules_engine.military_whist.hand import count, flags_won
from rules_engine.military_whist.irregularities import CONSEQUENCES, KINDS
from rules_engine.military_whist.random.event import random_event
from rules_engine.military_whist.rotation import TRUMPS
from tests.rules_engine.military_whist import flag_oracle
from tests.rules_engine.military_whist.events import check, edited, three_tables
from tests.support.seeds import by_seeds, examples


class TestOneHand:
    @pytest.mark.parametrize(
        ("visitors", "flags"), [(0, 0), (6, 0), (7, 1), (8, 1), (9, 1), (10, 2), (11, 2), (13, 2)]
    )
    def test_seven_and_ten(self, visitors: int, flags: int) -> None:
        """M-27."""
        assert flags_won(visitors) == flags

    @pytest.mark.parametrize("trump", TRUMPS)
    def test_thirteen_tricks_stay_thirteen(self, trump: Any) -> None:
        """M-18, M-22, M-28: every number of tricks and of revokes against the oracle."""
        for taken, ours, theirs in product(range(14), range(4), range(4)):
            flags = count(trump, taken, ours, theirs)
            assert flags.visitors + flags.home == 13
            assert 0 <= flags.visitors <= 13
            revokes = ["visitors"] * ours + ["home"] * theirs
            assert flags.visitors == flag_oracle.points(trump, taken, revokes)

    def test_no_trump_low_counts_the_opponents_tricks_and_then_the_revoke(self) -> None:
        """M-28 and reading 3."""
        assert count("NT Low", 4) == (9, 4)
        assert count("NT High", 4) == (4, 9)
        assert count("NT Low", 4, revokes_of_visitors=1) == (7, 6)
        assert count("NT Low", 12, revokes_of_visitors=1) == (0, 13)
        assert count("H", 6, revokes_of_home=1) == (8, 5)

    @pytest.mark.parametrize("arguments", [(-1,), (14,), (7, -1), (7, 0, -1)])
    def test_impossible_hands(self, arguments: tuple[int, ...]) -> None:
        with pytest.raises(ValueError):
            count("H", *arguments)

    def test_only_a_revoke_found_too_late_costs_tricks(self) -> None:
        """M-19 to M-24."""
        assert set(CONSEQUENCES) == set(KINDS)
        assert {kind for kind in KINDS if CONSEQUENCES[kind].tricks} == {"revoke"}
        assert CONSEQUENCES["revoke-corrected"].card_returns
        assert CONSEQUENCES["out-of-turn"].partner_may_not_lead
        assert CONSEQUENCES["out-of-turn"].card_returns
        assert CONSEQUENCES["dropped-card"].must_play
        assert CONSEQUENCES["two-cards"].last_trick_to_the_one_before
        assert not CONSEQUENCES["two-cards"].deal_again
        assert CONSEQUENCES["misdeal"].deal_again
        assert CONSEQUENCES["exposed-before-deal"].cut_again


class TestBook:
    def test_all_tables_pay_at_once_from_what_they_held(self) -> None:
        """Reading 4: table 2 has one flag, and pays one of two though two come home in the same hand."""
        book = FlagBook([12, 1, 12])
        owed = [0, 2, 2]
        paid = book.payable(owed)
        book.move((2, 3, 1), paid)
        assert (paid, book.held) == ([0, 1, 2], [13, 2, 10])

    def test_a_table_that_loses_all_may_borrow(self) -> None:
        """M-17: also when what it owes is its last."""
        book = FlagBook([2, 0, 12])
        assert [book.may_borrow(table, owed) for table, owed in ((0, 1), (0, 2), (1, 0), (2, 2))] == [
            False,
            True,
            True,
            False,
        ]
        book.lend(1, 3)
        assert (book.held, book.scores) == ([2, 3, 12], [2, 0, 12])
        book.give_back(1, 2)
        assert (book.held, book.lent, book.scores) == ([2, 1, 12], [0, 1, 0], [2, 0, 12])

    def test_a_copy_goes_its_own_way(self) -> None:
        book = FlagBook([12, 12])
        other = book.copy()
        other.lend(0, 1)
        other.move((2, 1), [0, 1])
        assert (book.held, other.held) == ([12, 12], [14, 11])

    @settings(max_examples=examples(40))
    @given(st.data())
    def test_flags_are_conserved_at_every_moment(self, data: st.DataObject) -> None:
        """M-13, M-17, M-27."""
        tables = data.draw(st.integers(2, 8))
        book = FlagBook([START] * tables)
        for _ in range(data.draw(st.integers(1, 30))):
            move = data.draw(st.integers(1, tables - 1))
            to = [(team + move) % tables + 1 for team in range(tables)]
            owed = data.draw(st.lists(st.integers(0, 2), min_size=tables, max_size=tables))
            for table, flags in enumerate(owed):
                if book.may_borrow(table, flags) and data.draw(st.booleans()):
                    book.lend(table, data.draw(st.integers(1, 3)))
            book.move(to, book.payable(owed))
            for table, lent in enumerate(book.lent):
                book.give_back(table, data.draw(st.integers(0, min(lent, book.held[table]))))
            assert sum(book.held) == on_the_tables(tables, sum(book.lent))
            assert sum(book.scores) == START * tables
            assert min(book.held) >= 0


@by_seeds(60)
def test_every_hand_against_the_oracle(seed: int) -> None:
    """The bookkeeping of random events, loans and all, is that of flags moved one by one."""
    days = [(15, 15), (20,)] if seed % 2 else [(15, 15)]
    record = random_event(2 + seed % 59, seed, days=days, mishaps=1.0)
    document = check(record)
    first = 1
    for day, checked in zip(record["days"], document["days"], strict=True):
        for cups, hand in zip(flag_oracle.cups(day, first), checked["hands"], strict=True):
            assert [len(cup) for cup in cups] == hand["held"]
            assert len({flag for cup in cups for flag in cup}) == sum(hand["held"])
        lent = [0] * len(record["teams"])
        for name, sign in (("loans", 1), ("returns", -1)):
            for lending in day.get(name, []):
                lent[lending["table"] - 1] += sign * lending["flags"]
        assert checked["lent"] == lent
        assert checked["scores"] == [len(cup) - flags for cup, flags in zip(cups, lent, strict=True)]
        assert sum(checked["scores"]) == 12 * len(record["teams"])
        first += len(day["hands"])


def test_the_three_tables() -> None:
    document = check(three_tables())
    assert document["findings"] == []
    assert [hand["held"] for hand in document["days"][0]["hands"]] == [[13, 10, 13], [14, 11, 11]]
    assert document["totals"] == [14, 11, 11]
    assert document["ranking"] == [[1, 1, "Team 1", 14], [2, 2, "Team 2", 11], [2, 3, "Team 3", 11]]


def test_the_second_day_begins_with_twelve_again() -> None:
    """M-16: the counts of both days are added."""
    record = three_tables()
    again = edited(record, {"totals": [28, 22, 22]})
    second = {"sessions": [1], "before": [12] * 3, "after": [14, 11, 11], "scores": [14, 11, 11]}
    again["days"].append(second)
    document = check(again)
    assert (document["findings"], document["totals"]) == ([], [28, 22, 22])
    carried = edited(again, {"days/1/before": [14, 11, 11]})
    assert [finding["code"] for finding in check(carried)["findings"]] == ["count-before"]
