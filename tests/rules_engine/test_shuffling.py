from hashlib import sha256
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from rules_engine.cards import DECK, TEXT
from rules_engine.draws import drawn_from, drawn_to_the_end, resolve
from rules_engine.shuffling import numbers, shuffled

SEEDS = st.text(min_size=1, max_size=12)


def test_numbers_are_those_that_the_page_describes():
    by_hand = [int(sha256(f"a1/seats/{k}".encode()).hexdigest(), 16) for k in (1, 2, 3)]
    assert list(islice(numbers("a1", "seats"), 3)) == by_hand


def test_the_order_is_the_same_for_ever():
    """Written down once: whoever changes it changes draws that were shown to people."""
    assert shuffled("ABCDEFG", "1966", "seats") == list("DAGECBF")


@given(st.lists(st.integers(), max_size=30), SEEDS, SEEDS)
def test_an_order_keeps_everything(things: list[int], seed: str, purpose: str):
    assert sorted(shuffled(things, seed, purpose)) == sorted(things)
    assert shuffled(things, seed, purpose) == shuffled(things, seed, purpose)


def test_every_order_comes_up_about_as_often():
    orders = ["".join(shuffled("ABC", str(seed), "x")) for seed in range(6000)]
    assert all(900 < orders.count(order) < 1100 for order in set(orders))
    assert len(set(orders)) == 6


def test_cards_are_the_top_of_the_deck_in_its_order():
    deck = [TEXT[card] for card in shuffled(DECK, "1966", "cards 2")]
    assert drawn_from("1966", ["a", "b", "c"], 2) == dict(zip("abc", deck, strict=False))


@given(SEEDS, st.integers(2, 10))
def test_a_seed_draws_until_nobody_is_tied(seed: str, players: int):
    names = [f"p{number}" for number in range(players)]
    rounds = drawn_to_the_end(seed, names)
    assert not resolve(rounds).open
    assert list(rounds[0]) == names
    for before, after in zip(range(1, len(rounds)), rounds[1:], strict=True):
        assert set(after) == set(resolve(rounds[:before]).open)


def test_a_seed_goes_on_from_what_was_drawn_by_hand():
    first = {"a": "9C", "b": "9D", "c": "2H"}
    rounds = drawn_to_the_end("1966", ["a", "b", "c"], [first])
    assert rounds[0] == first
    assert set(rounds[1]) == {"a", "b"}
