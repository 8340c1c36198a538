"""Bids, their order, and what follows when somebody bids what he may not."""

from itertools import product

import pytest

from rules_engine.columbus_whist.auction import BiddingCall, bidding
from rules_engine.columbus_whist.bids import BIDS, KINDS, PASS, Kind, beats, progressive
from rules_engine.columbus_whist.reader.hands import read_calls

DEALER = 3
"""Seat 4 deals, so seat 1 bids first."""


def call(text: str) -> BiddingCall:
    """ "2", "pass", "silenced", "out-of-turn 3 2 no", "not-progressive 3 <- 2", "information 3"."""
    if text == "silenced":
        return BiddingCall(PASS, silenced=True)
    words = text.split()
    if words[0] == "out-of-turn":
        return BiddingCall(BIDS[" ".join(words[2:])], int(words[1]) - 1, fault="out-of-turn")
    if words[0] in ("not-progressive", "information"):
        bid, _, said_text = " ".join(words[1:]).partition(" <- ")
        bid_made = BIDS[said_text] if said_text else None
        forced = words[0] == "not-progressive"
        return BiddingCall(BIDS[bid], fault="not-progressive" if forced else "information", said=bid_made)
    return BiddingCall(BIDS[text])


def come(calls: str) -> tuple[str | None, list[str]]:
    """The contract as "SEAT: BID", and the codes of what is wrong."""
    done = bidding(DEALER, [call(call_text.strip()) for call_text in calls.split(",")])
    contract = done.contract
    contract_text = None if contract is None else f"{contract.seat + 1}: {contract.bid.text}"
    return contract_text, [objection.code for objection in done.objections]


class TestBids:
    def test_a_pass_and_three_kinds_of_seven_numbers(self) -> None:
        assert len(BIDS) == 22
        assert set(BIDS) >= {"pass", "1", "1 special", "1 no", "7", "7 special", "7 no"}
        assert not {"0", "8", "trump", "1 trump", "no"} & set(BIDS)

    def test_order(self) -> None:
        """Of every two bids, one number higher, or a no over another kind of the same."""
        for bid, other in product(BIDS.values(), repeat=2):
            higher = bid.number > other.number
            no = bid.number == other.number > 0 and bid.kind == "no" and other.kind != "no"
            assert beats(bid, other) == (higher or no)

    @pytest.mark.parametrize(
        ("kind", "over", "due"),
        [
            ("plain", "pass", "1"),
            ("special", "1", "2 special"),
            ("plain", "2 no", "3"),
            ("no", "2", "2 no"),
            ("no", "2 special", "2 no"),
            ("no", "2 no", "3 no"),
            ("no", "pass", "1 no"),
            ("no", "7", "7 no"),
        ],
    )
    def test_the_progressive_bid(self, kind: Kind, over: str, due: str) -> None:
        assert progressive(kind, BIDS[over]) == BIDS[due]

    def test_the_progressive_bid_is_the_lowest_that_beats(self) -> None:
        for over in BIDS.values():
            for kind in KINDS:
                able = [bid for bid in BIDS.values() if bid.kind == kind and beats(bid, over)]
                due = progressive(kind, over)
                assert due == min(able, key=lambda bid: bid.number, default=None)


@pytest.mark.parametrize(
    ("calls", "contract", "wrong"),
    [
        ("pass, 1, 2 special, 3 no", "4: 3 no", []),
        ("1, 1 no, pass, pass", "2: 1 no", []),
        ("2, 2, pass, pass", "2: 2", ["bid-order"]),
        ("2, 2 special, pass, pass", "2: 2 special", ["bid-order"]),
        ("3, 2 no, pass, pass", "2: 2 no", ["bid-order"]),
        ("2 no, 2 no, pass, pass", "2: 2 no", ["bid-order"]),
        ("pass, pass, pass, 2", "4: 2", []),
        ("pass, pass, pass, 2 special", "4: 2 special", []),
        ("pass, pass, pass, 2 no", "4: 2 no", []),
        ("pass, pass, pass, pass", None, ["dealer-bid"]),
        ("pass, pass, pass, 1", "4: 1", ["dealer-bid"]),
        ("pass, pass, pass, 1 no", "4: 1 no", ["dealer-bid"]),
        ("pass, 1, pass, pass", "2: 1", []),
        ("pass, 1, pass, pass, pass", "2: 1", ["bid-again"]),
    ],
)
def test_once_round(calls: str, contract: str | None, wrong: list[str]) -> None:
    assert come(calls) == (contract, wrong)


@pytest.mark.parametrize(
    ("calls", "contract", "wrong"),
    [
        ("2, not-progressive 3 <- 2, pass, silenced", "2: 3", []),
        ("2, not-progressive 3 special <- 1 special, 4, silenced", "3: 4", []),
        ("2, not-progressive 2 no <- 1 no, pass, silenced", "2: 2 no", []),
        ("2 no, not-progressive 3 no <- 2 no, pass, silenced", "2: 3 no", []),
        ("2, information 3, pass, silenced", "2: 3", []),
        ("2, information 4, pass, silenced", "2: 4", ["bid-forced"]),
        ("2, not-progressive 4 <- 2, pass, silenced", "2: 4", ["bid-forced"]),
        ("2, not-progressive 3 <- 3, pass, silenced", "2: 3", ["bid-forced"]),
        ("2, not-progressive 3 <- 2, pass, pass", "2: 3", ["bid-silenced"]),
        ("2, not-progressive 3 <- 2, pass, 4", "4: 4", ["bid-silenced"]),
        ("2, 3, pass, silenced", "2: 3", ["bid-silenced"]),
        ("1, pass, not-progressive 2 <- 1, pass", "3: 2", []),
        ("information 1 <- pass, pass, silenced, pass", "1: 1", []),
        ("7, not-progressive 7 <- 1, pass, silenced", "2: 7", []),
        ("pass, pass, pass, information 2 <- 1", "4: 2", []),
        ("pass, pass, pass, not-progressive 2 <- 1", "4: 2", []),
    ],
)
def test_a_forced_bid_and_a_silenced_partner(calls: str, contract: str, wrong: list[str]) -> None:
    """24; where the top is passed, nothing can be forced and the director decides."""
    assert come(calls) == (contract, wrong)


@pytest.mark.parametrize(
    ("calls", "contract", "wrong"),
    [
        ("1, out-of-turn 3 2, pass, pass", "3: 2", []),
        ("out-of-turn 2 2, pass, 3, silenced", "3: 3", []),
        ("out-of-turn 2 4, pass, 2, silenced", "3: 2", ["bid-overruling"]),
        ("out-of-turn 2 4, 2, 2, silenced", "3: 2", ["bid-overruling", "bid-order"]),
        ("out-of-turn 2 4, pass, pass, 5", "4: 5", ["bid-silenced"]),
        ("out-of-turn 2 2, pass, out-of-turn 2 3, pass", "2: 3", ["bid-again"]),
        ("out-of-turn 1 2, pass, silenced, pass", "1: 2", ["bid-turn"]),
    ],
)
def test_a_bid_out_of_turn_that_stands(calls: str, contract: str, wrong: list[str]) -> None:
    """25, reading 9: the opponents' next bid overrules whatever was bid; a lower one the director sees."""
    assert come(calls) == (contract, wrong)


def test_only_an_overruling_bid_is_not_serious() -> None:
    done = bidding(DEALER, [call("out-of-turn 2 4"), call("pass"), call("2"), call("silenced")])
    assert [objection.serious for objection in done.objections] == [False]


def test_a_bid_of_another_seat_that_nobody_noted() -> None:
    done = bidding(DEALER, read_calls([{"bid": "2", "seat": 2}, "pass", "pass", "pass"], ""))
    assert [objection.code for objection in done.objections] == ["bid-turn"]


def test_nobody_bids_when_the_dealer_is_silenced() -> None:
    """His partner passed out of turn; with nobody to bid, the director rules."""
    done = bidding(DEALER, [call("out-of-turn 2 pass"), call("pass"), call("pass"), call("silenced")])
    assert (done.contract, done.waiting, done.objections) == (None, (), ())


def test_the_dealer_alone_is_forced_to_two() -> None:
    """After his pass out of turn the last to bid is another, who may pass."""
    calls = [call("out-of-turn 4 pass"), call("pass"), call("silenced"), call("pass")]
    assert bidding(DEALER, calls).objections == ()


def test_what_needs_no_look_is_as_if_it_had_had_one() -> None:
    """Every four calls of few: once with the first seat named, which is looked at call by call."""
    few = [BIDS[text] for text in ("pass", "1", "1 no", "2", "2 special")]
    for bids in product(few, repeat=4):
        calls = [BiddingCall(bid) for bid in bids]
        assert bidding(DEALER, calls) == bidding(DEALER, [BiddingCall(bids[0], 0), *calls[1:]])
