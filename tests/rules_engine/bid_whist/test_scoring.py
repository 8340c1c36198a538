"""Points of hands and scoresheets against an oracle, and what each renege brings in every scenario."""

from itertools import product

import pytest

from rules_engine.bid_whist.bids import BIDS, BY_TEXT, Bid
from rules_engine.bid_whist.reneges import FAULTS, Fault, awarded, may_call
from rules_engine.bid_whist.scoring import CalledRenege, ScoredHand, added, hand_points, round_winner
from tests.rules_engine.bid_whist import oracles

IN_PLAY = [fault for fault in FAULTS if fault not in ("bid-out-of-turn", "direction-early", "trump-early")]


@pytest.mark.parametrize("bid", BIDS, ids=str)
def test_every_hand_against_the_oracle(bid: Bid) -> None:
    for bidder, made in product((0, 1), (None, *range(bid.level, 8))):
        expected = oracles.hand_points(str(bid), bidder, made)
        assert list(hand_points(ScoredHand(bidder, bid, made))) == expected
    for bidder, by, fault in product((0, 1), (0, 1), IN_PLAY):
        expected = oracles.hand_points(str(bid), bidder, None, by)
        assert list(hand_points(ScoredHand(bidder, bid, None, CalledRenege(fault, by)))) == expected


@pytest.mark.parametrize(
    ("fault", "by", "bid", "improper", "expected"),
    [
        ("suit-not-followed", 0, "5 Special", None, (0, 5)),
        ("bid-out-of-turn", 1, "5 No", "6 Special", (10, 0)),
        ("played-out-of-turn", 1, "6 No", None, (12, 0)),
        ("wrong-call", 1, "4 No", None, (8, 0)),
        ("joker-kept", 1, "5 No", None, (10, 0)),
        ("card-exposed", 0, "6", None, (0, 6)),
        ("book-turned", 1, "7", None, (7, 0)),
        ("direction-early", 1, "5", "5 No", (10, 0)),
        ("trump-early", 0, None, "4 Special", (0, 4)),
        ("bid-out-of-turn", 0, None, "4 No", (0, 8)),
    ],
)
def test_the_scenarios(
    fault: Fault, by: int, bid: str | None, improper: str | None, expected: tuple[int, int]
) -> None:
    called = CalledRenege(fault, by, BY_TEXT[improper] if improper else None)
    bidder = 0 if bid else None
    assert hand_points(ScoredHand(bidder, BY_TEXT[bid] if bid else None, None, called)) == expected


def test_the_bid_on_the_table_is_awarded_whoever_made_it() -> None:
    for bidder in (0, 1):
        assert hand_points(ScoredHand(bidder, BY_TEXT["5 No"], None, CalledRenege("bid-out-of-turn", 1))) == (
            10,
            0,
        )


def test_hands_of_which_too_little_is_told() -> None:
    with pytest.raises(ValueError, match="dealt again"):
        hand_points(ScoredHand(None, None))
    with pytest.raises(ValueError, match="no bid"):
        hand_points(ScoredHand(None, None, None, CalledRenege("bid-out-of-turn", 0)))
    assert awarded("suit-not-followed", None) is None


class TestWhoMayCall:
    @pytest.mark.parametrize("fault", FAULTS)
    def test_the_other_team_alone(self, fault: Fault) -> None:
        assert may_call(fault, warnings=1).allowed
        own = may_call(fault, own=True, warnings=1)
        assert (own.allowed, own.rule) == (False, "B-35/6")

    def test_a_book_turned_early_is_first_a_warning(self) -> None:
        assert not may_call("book-turned").allowed
        assert may_call("book-turned", warnings=1).allowed

    def test_an_exposed_card_that_follows_suit_is_only_played(self) -> None:
        assert not may_call("card-exposed", follows_suit=True).allowed
        assert may_call("card-exposed").allowed

    def test_a_joker_must_go_in_a_no_bid_alone(self) -> None:
        assert not may_call("joker-kept", no_bid=False).allowed


def test_a_round_goes_to_more_points_and_else_to_one_more_hand() -> None:
    assert added([(5, 0), (0, 8), (6, 0), (0, 4)]) == (11, 12)
    assert round_winner((11, 12)) == 1
    assert round_winner((12, 11)) == 0
    assert round_winner((8, 8)) is None
    assert round_winner((8, 8), (0, 4)) == 1
    assert round_winner((0, 0), (0, 0)) is None
