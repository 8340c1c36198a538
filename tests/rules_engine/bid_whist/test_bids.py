"""The words of bids, their order and what an improper one becomes."""

import pytest

from rules_engine.bid_whist.bids import (
    BIDS,
    BY_TEXT,
    SEVEN_NO,
    Bid,
    auction,
    heard,
    in_range,
    may_declare_at_once,
    mended,
    outranks,
    points,
)


@pytest.mark.parametrize(
    ("words", "bid"),
    [
        ("four", "4"),
        ("Five Special", "5 Special"),
        ("6 no", "6 No"),
        ("SEVEN NO", "7 No"),
        (" 4  special ", "4 Special"),
    ],
)
def test_what_may_be_said(words: str, bid: str) -> None:
    assert heard(words) == BY_TEXT[bid]


def test_pass_is_said_and_nothing_else() -> None:
    assert heard("Pass") is None
    for words in ("knock", "You can have it", "Bye me", "I pass", "", "pass."):
        with pytest.raises(ValueError, match="neither"):
            heard(words)


@pytest.mark.parametrize("words", ["5 high", "5 low", "four no trumps", "no", "special", "5 uptown", "-4"])
def test_what_may_not_be_said(words: str) -> None:
    with pytest.raises(ValueError, match="neither"):
        heard(words)


def test_four_to_seven() -> None:
    assert len(BIDS) == 12
    assert [in_range(Bid(level, "no")) for level in (3, 4, 7, 8)] == [False, True, True, False]
    assert heard("8") == Bid(8, "high")


def test_order_of_every_two_bids() -> None:
    """By a number that is one higher for No, so that High and Special are equals."""
    for bid in BIDS:
        assert outranks(bid, None)
        for other in BIDS:
            by_number = bid.level * 2 + (bid.kind == "no") > other.level * 2 + (other.kind == "no")
            assert outranks(bid, other) == by_number


def test_points_double_in_a_no_bid() -> None:
    assert [points(BY_TEXT[text]) for text in ("5", "5 Special", "5 No")] == [5, 5, 10]
    assert points(BY_TEXT["4"], 7) == 7
    assert points(BY_TEXT["4 No"], 6) == 12


@pytest.mark.parametrize(
    ("improper", "standing", "becomes"),
    [
        ("4 Special", "4 Special", "5 Special"),
        ("4", "6 No", "7"),
        ("4 No", "6 No", "7 No"),
        ("4 No", "6", "6 No"),
        ("7 Special", "7", None),
        ("5 No", "7 No", None),
    ],
)
def test_an_improper_bid_becomes_the_next_of_its_kind(
    improper: str, standing: str, becomes: str | None
) -> None:
    assert mended(BY_TEXT[improper], BY_TEXT[standing]) == (BY_TEXT[becomes] if becomes else None)


class TestAuction:
    def called(self, *words: str) -> tuple[int | None, str | None, tuple[int, ...]]:
        done = auction([heard(word) for word in words])
        return done.winner, str(done.bid) if done.bid else None, done.improper

    def test_the_highest_wins(self) -> None:
        assert self.called("4", "pass", "5 special", "5 no") == (3, "5 No", ())
        assert self.called("7 no", "pass", "pass", "pass") == (0, "7 No", ())

    def test_all_pass(self) -> None:
        assert self.called("pass", "pass", "pass", "pass") == (None, None, ())

    def test_improper_bids_count_as_mended(self) -> None:
        assert self.called("4 special", "4 special", "pass", "pass") == (1, "5 Special", (1,))
        assert self.called("7", "7 special", "pass", "pass") == (0, "7", (1,))
        assert self.called("3", "pass", "pass", "pass") == (0, "4", (0,))


def test_seven_no_alone_need_not_wait() -> None:
    assert [bid for bid in BIDS if may_declare_at_once(bid)] == [SEVEN_NO]
