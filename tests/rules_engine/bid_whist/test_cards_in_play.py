"""Ranks in each kind of bid, who wins a book, what may be played, and the kitty."""

from itertools import pairwise

import pytest

from rules_engine.bid_whist.cards_in_play import (
    BIG,
    DECK,
    HAND,
    KITTY,
    LITTLE,
    Contract,
    book_winner,
    kitty_faults,
    playable,
)

UPTOWN = Contract("up", None)
DOWNTOWN = Contract("down", None)
HIGH = Contract("up", "H")
SPECIAL = Contract("down", "H")


def test_four_hands_and_a_kitty_are_the_deck() -> None:
    assert len(DECK) == len(set(DECK)) == 4 * HAND + KITTY


@pytest.mark.parametrize(
    ("contract", "order"),
    [
        (UPTOWN, "AKQJT98765432"),
        (HIGH, "AKQJT98765432"),
        (DOWNTOWN, "A23456789TJQK"),
        (SPECIAL, "A23456789TJQK"),
    ],
)
def test_every_rank_beats_the_next(contract: Contract, order: str) -> None:
    for suit in "SH":
        for better, worse in pairwise(order):
            assert book_winner([worse + suit, better + suit], contract) == 1
            assert book_winner([better + suit, worse + suit], contract) == 0


def test_jokers_are_the_highest_trumps() -> None:
    for contract in (HIGH, SPECIAL):
        assert book_winner(["AH", LITTLE, BIG, "2H"], contract) == 2
        assert book_winner(["AS", "KS", "3H", LITTLE], contract) == 3


def test_a_trump_beats_the_suit_led_and_nothing_else_does() -> None:
    assert book_winner(["AS", "2H", "KS", "AD"], HIGH) == 1
    assert book_winner(["2S", "AD", "3S", "AC"], HIGH) == 2


def test_jokers_win_nothing_in_a_no_bid() -> None:
    assert book_winner(["2S", BIG, "AD", LITTLE], UPTOWN) == 0
    assert book_winner([BIG, "4D", "9D", "AS"], UPTOWN) == 2
    assert book_winner([BIG, LITTLE, "9D", "4D"], DOWNTOWN) == 3
    with pytest.raises(ValueError, match="no card"):
        book_winner([BIG, LITTLE], UPTOWN)


class TestPlayable:
    def test_suit_is_followed(self) -> None:
        assert playable(["2S", "AH", BIG], ["KS"], HIGH) == ("2S",)

    def test_trumps_are_followed_with_jokers(self) -> None:
        assert playable(["2S", "4H", BIG], [LITTLE], HIGH) == ("4H", BIG)

    def test_without_the_suit_anything_may_go(self) -> None:
        assert playable(["2S", "AH", BIG], ["KD"], HIGH) == ("2S", "AH", BIG)

    def test_a_joker_goes_first_in_a_no_bid(self) -> None:
        assert playable(["2S", "AH", BIG], ["KD"], UPTOWN) == (BIG,)
        assert playable(["2S", "AH", BIG], ["KS"], UPTOWN) == ("2S",)
        assert playable(["2S", "AH"], ["KD"], UPTOWN) == ("2S", "AH")

    def test_after_a_joker_led_the_next_suit_governs(self) -> None:
        assert playable(["2S", "AH"], [BIG], UPTOWN) == ("2S", "AH")
        assert playable(["2S", "AH"], [BIG, "KH"], UPTOWN) == ("AH",)


class TestKitty:
    def test_a_true_one(self) -> None:
        assert kitty_faults([5, 7, 20, 33, 48, 50]) == ()

    @pytest.mark.parametrize(
        ("places", "fault"),
        [
            ([5, 7, 20, 33, 48], "6 cards"),
            ([5, 5, 20, 33, 48, 50], "6 cards"),
            ([4, 7, 20, 33, 48, 50], "first 4"),
            ([5, 7, 20, 33, 48, 51], "last 4"),
            ([5, 7, 20, 21, 48, 50], "consecutive"),
        ],
    )
    def test_one_fault(self, places: list[int], fault: str) -> None:
        (message,) = kitty_faults(places)
        assert fault in message
