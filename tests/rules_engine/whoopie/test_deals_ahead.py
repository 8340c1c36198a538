"""The deals ahead of a table, against the cycle written out by hand and against what the check accepts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.whoopie.deals_ahead import Written, deals, stanzas_of_cycles, stanzas_planned
from rules_engine.whoopie.hand_sizes import Hand, limit, sequence
from rules_engine.whoopie.random.game import random_game
from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.record_writing import coming, deal_after
from tests.rules_engine.work import instructions

TABLE = ("Ash", "Birch", "Cedar")


def test_the_deal_passes_and_the_hands_rise() -> None:
    ahead = deals("Birch", None, [Written(TABLE)] * 4)
    assert [(deal.cards, deal.dealer) for deal in ahead] == [
        (1, "Birch"),
        (2, "Cedar"),
        (3, "Ash"),
        (4, "Birch"),
    ]


def test_what_was_written_otherwise_is_followed() -> None:
    sheet = [Written(TABLE), Written(TABLE, cards=5, dealer="Ash"), Written(TABLE)]
    ahead = deals("Birch", None, sheet)
    assert (ahead[1].cards, ahead[1].dealer) == (2, "Cedar")
    assert (ahead[2].cards, ahead[2].dealer) == (6, "Birch")


def test_a_dealer_who_left_is_followed_by_the_first_on_his_left() -> None:
    sheet = [Written(("A", "B", "C", "D")), Written(("B", "C", "D")), Written(("B", "C", "D"))]
    assert [deal.dealer for deal in deals("A", None, sheet)] == ["A", "B", "C"]


def test_a_group_goes_on_where_its_parent_was() -> None:
    ahead = deals("Ash", (17, "down"), [Written(TABLE)] * 2)
    assert [(deal.cards, deal.direction) for deal in ahead] == [(17, "down"), (16, "down")]


@given(players=st.integers(3, 10), cycles=st.integers(1, 3))
def test_full_cycles_end_with_one_card_as_often(players: int, cycles: int) -> None:
    stanzas = stanzas_of_cycles(cycles, players)
    dealt = sequence([players] * stanzas)
    assert dealt[-1] == 1
    assert dealt.count(limit(players)) == cycles
    assert dealt.count(1) == cycles + 1
    table = tuple("ABCDEFGHIJ"[:players])
    assert tuple(deal.cards for deal in deals("A", None, [Written(table)] * stanzas)) == dealt


@pytest.mark.parametrize("start", [None, (5, "down")])
def test_a_great_many_cycles_are_no_more_work(start: Hand | None) -> None:
    few = instructions(lambda: stanzas_of_cycles(1, 3, start))
    assert instructions(lambda: stanzas_of_cycles(1_000_000, 3, start)) == few


@pytest.mark.parametrize(
    ("planned", "stanzas"), [({"stanzas": 14}, 14), ({"cycles": 1}, 33), ({"until": "22:00"}, None)]
)
def test_a_plan_says_how_many_stanzas(planned: dict[str, object], stanzas: int | None) -> None:
    assert stanzas_planned(planned, 3) == stanzas


@given(players=st.integers(3, 10), stanzas=st.integers(1, 120), first=st.integers(0, 2))
def test_in_a_game_without_a_fault_each_deal_follows_from_the_one_before(
    players: int, stanzas: int, first: int
) -> None:
    table = tuple("ABCDEFGHIJ"[:players])
    ahead = deals(table[first], None, [Written(table)] * (stanzas + 1))
    assert [deal_after(deal, table) for deal in ahead[:-1]] == list(ahead[1:])


@given(players=st.integers(3, 10), seed=st.integers(0, 10_000))
def test_one_more_deal_follows_a_game_that_was_played(players: int, seed: int) -> None:
    """Also after people came and went, as long as those who sat down to the last deal go on."""
    record: Any = random_game(players, seed, changes=True)
    seated = record_of(record).stanzas[-1].seated
    *_, last, following = coming(record, seated, 3)
    assert deal_after(last, seated) == following
