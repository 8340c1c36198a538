"""The bidding of a hand of Bid Whist as it is typed: read into calls, refused where it is not whole, and what
the engine finds in it told before the sheet is handed in.

Rule section: 3, R3 to R5, R21 (B-15 to B-17).
"""

from __future__ import annotations

from typing import cast

import pytest

from sanctioning.kit.refusals import Refusal
from tournaments.formats.bid_whist.kept import HandRow, SheetSlip
from tournaments.formats.bid_whist.scoresheets.bidding import calls_of
from tournaments.formats.bid_whist.scoresheets.games import game_of
from tournaments.formats.bid_whist.scoresheets.hands import read_sheet, tells_of

ONE, OTHER = (1, "Aces"), (2, "Ash")
TWO = (1, 2)


def sheet(**bidding: str) -> SheetSlip:
    """Four hands of which team 1 made five; the bids of the first of them were noted."""
    hand: HandRow = {"by": "1", "bid": "5", "end": "5"}
    return {"hands": [cast(HandRow, {**hand, **bidding}), hand, hand, hand]}


@pytest.mark.parametrize(
    ("written", "calls"),
    [
        ("4 pass 5 special pass", ["4", "pass", "5 Special", "pass"]),
        ("Pass, Pass, 4 NO, pass", ["pass", "pass", "4 No", "pass"]),
        ("four special five no", ["four special", "five no"]),
        ("5 high pass 5–6 no", ["5 high", "pass", "5–6 no"]),
        (" , ", []),
    ],
)
def test_bids_are_read_in_their_order_and_kept_as_they_were_said(written: str, calls: list[str]) -> None:
    assert calls_of(written) == calls


@pytest.mark.parametrize(
    ("first", "calls"),
    [("1", "7 No"), ("2", "5 7 no"), ("1", "pass 4 seven no pass"), ("1", "7 no pass pass pass")],
)
def test_seven_no_ends_the_bidding(first: str, calls: str) -> None:
    """R7: who bids it takes the kitty without waiting for the others."""
    hand: HandRow = {"by": "1", "bid": "7 No", "end": "7", "first": first, "calls": calls}
    body = read_sheet({"hands": [hand, *sheet()["hands"][1:]]})
    assert tells_of(ONE, OTHER, (), body)[-1] == "29 : 0, won by team 1."


def test_bids_stand_in_the_record_with_the_team_that_began() -> None:
    body = read_sheet(sheet(first="2", calls="4 5 pass pass"))
    hand = game_of(1, TWO, body)["hands"][0]
    assert hand == {"bidder": 1, "bid": "5", "made": 5, "first": 2, "calls": ["4", "5", "pass", "pass"]}
    assert "calls" not in game_of(1, TWO, body)["hands"][1]


@pytest.mark.parametrize(
    ("bidding", "field"),
    [
        ({"first": "1"}, "hands-1-calls"),
        ({"calls": "5 pass pass pass"}, "hands-1-first"),
        ({"first": "1", "calls": ","}, "hands-1-calls"),
        ({"first": "1", "calls": "4 5 6 7 pass"}, "hands-1-calls"),
    ],
)
def test_bidding_is_whole_or_left_out(bidding: dict[str, str], field: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_sheet(sheet(**bidding))
    assert (refused.value.code, refused.value.facts) == ("bidding-incomplete", {"field": field})


@pytest.mark.parametrize(
    ("calls", "sentence"),
    [
        ("4 5 pass", "3 calls are noted; bidding goes round once, 4 calls."),
        ("4 5 high pass pass", "Call 2, '5 high', is neither a bid as it is said nor 'pass'."),
        (
            "4 5 5 no pass",
            "Team 1 with 5 is noted as winning the bidding; it was team 2 with 5 No.",
        ),
        ("5 5 pass pass", "Call 2, '5', does not take out the bid before it, or is none."),
        ("3 5 pass pass", "Call 1, '3', does not take out the bid before it, or is none."),
        ("4 5 pass pass", ""),
    ],
)
def test_the_engine_finds_what_is_wrong_before_the_sheet_is_handed_in(calls: str, sentence: str) -> None:
    body = read_sheet(sheet(first="2", calls=calls))
    sentences = [
        sentence
        for sentence in tells_of(ONE, OTHER, (), body)
        if "Call" in sentence or "call" in sentence or "bidding" in sentence
    ]
    assert sentence in " ".join(sentences) if sentence else not sentences
