import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.draws import rank, rank_tied, repeated, resolve

CARDS = [rank_ + suit for rank_ in "23456789TJQKA" for suit in "SHDC"] + ["*"]


def test_ranks():
    assert [rank(card) for card in ("2S", "9C", "TD", "JH", "AS", "*")] == [0, 7, 8, 9, 12, 13]
    assert rank("10D") == rank("TD") == rank("TS")


@pytest.mark.parametrize("card", ["", "1S", "9", "9X", "**", "td", "10", "010D", "D9"])
def test_no_such_card(card):
    with pytest.raises(ValueError):
        rank(card)


def test_a_round_comes_from_one_deck():
    assert repeated(["9C", "9D", "*", "*"]) is None
    assert repeated(["9C", "9D", "9C"]) == "9C"
    assert repeated(["TD", "10D"]) == "10D"
    assert repeated(["*", "*", "*"]) == "*"


def test_one_round_settles():
    assert resolve([{"a": "9C", "b": "*", "c": "AS", "d": "2S"}]) == ("b", "d", ())


def test_nothing_drawn():
    assert resolve([]) == (None, None, ())
    assert resolve([{}]) == (None, None, ())


def test_three_tied_for_high():
    first, second = {"a": "QC", "b": "QD", "c": "QH", "d": "4S"}, {"a": "8C", "b": "8D", "c": "6C"}
    assert resolve([first]) == (None, "d", ("a", "b", "c"))
    assert resolve([first, second]) == (None, "d", ("a", "b"))
    assert resolve([first, second, {"a": "2C", "b": "3C"}]) == ("b", "d", ())


def test_three_tied_for_low():
    first, second = {"a": "4C", "b": "4D", "c": "4H", "d": "QS"}, {"a": "8C", "b": "8D", "c": "6C"}
    assert resolve([first]) == ("d", None, ("a", "b", "c"))
    assert resolve([first, second]) == ("d", "c", ())


def test_high_and_low_tie_are_compared_apart():
    first = {"a": "KC", "b": "KD", "c": "3H", "d": "3S"}
    assert resolve([first]) == (None, None, ("a", "b", "c", "d"))
    assert resolve([first, {"a": "2C", "b": "4C", "c": "AH", "d": "KH"}]) == ("b", "d", ())
    assert resolve([first, {"c": "AH", "d": "KH"}]) == (None, "d", ("a", "b"))
    assert resolve([first, {"c": "AH", "d": "KH"}, {"a": "9C", "b": "4C"}]) == ("a", "d", ())


def test_all_tied_the_redraw_settles_both_ends():
    first = {"a": "9C", "b": "9D", "c": "9H"}
    assert resolve([first, {"a": "2C", "b": "4C", "c": "3C"}]) == ("b", "a", ())
    assert resolve([first, {"a": "2C", "b": "2D", "c": "3C"}]) == ("c", None, ("a", "b"))
    assert resolve([first, first]) == (None, None, ("a", "b", "c"))


def test_a_redraw_lifts_nobody_past_a_player_outside_the_tie():
    first = {"a": "KC", "b": "QD", "c": "QH", "d": "3S"}
    assert resolve([first, {"b": "*", "c": "AS", "d": "2C"}]) == ("a", "d", ())


def test_a_group_that_did_not_wholly_draw_stays_open():
    first = {"a": "KC", "b": "KD", "c": "3S"}
    assert resolve([first, {"a": "9C"}]) == (None, "c", ("a", "b"))
    assert resolve([first, {"a": "9C", "z": "AS"}]) == (None, "c", ("a", "b"))


def test_rank_tied():
    assert rank_tied([], []) == ()
    assert rank_tied(["a", "b"], []) == (("a", "b"),)
    assert rank_tied(["a", "b"], [{"a": "2C", "b": "3C"}]) == (("b",), ("a",))
    first = {"a": "9C", "b": "9D", "c": "*", "d": "2C", "e": "2D"}
    assert rank_tied("abcde", [first]) == (("c",), ("a", "b"), ("d", "e"))
    assert rank_tied("abcde", [first, {"d": "3C", "e": "KC"}]) == (("c",), ("a", "b"), ("e",), ("d",))
    assert rank_tied("abcde", [first, {"d": "3C", "a": "KC", "b": "QC"}]) == (
        ("c",),
        ("a",),
        ("b",),
        ("d", "e"),
    )


rounds_of = st.lists(
    st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(CARDS), min_size=1), min_size=1, max_size=5
)


@given(rounds_of)
def test_draws_are_consistent(rounds):
    drawn = resolve(rounds)
    assert resolve(rounds) == drawn
    highest = max(rank(card) for card in rounds[0].values())
    lowest = min(rank(card) for card in rounds[0].values())
    if drawn.scorekeeper is not None:
        assert rank(rounds[0][drawn.scorekeeper]) == highest
    if drawn.first_dealer is not None:
        assert rank(rounds[0][drawn.first_dealer]) == lowest
    assert bool(drawn.open) is (drawn.scorekeeper is None or drawn.first_dealer is None)
    assert all(rank(rounds[0][player]) in (highest, lowest) for player in drawn.open)
    assert drawn.scorekeeper not in drawn.open
    assert drawn.first_dealer not in drawn.open


@given(rounds_of)
def test_ranking_keeps_everybody_and_agrees_with_the_draw(rounds):
    tied = sorted(rounds[0])
    groups = rank_tied(tied, rounds)
    assert sorted(player for group in groups for player in group) == tied
    scorekeeper = resolve(rounds).scorekeeper
    if scorekeeper is not None:
        assert groups[0] == (scorekeeper,)
