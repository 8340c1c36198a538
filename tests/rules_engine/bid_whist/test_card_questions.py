"""The questions about cards of Bid Whist: whether a kitty is one, and who wins a book."""

import pytest

from rules_engine.decide import answer
from rules_engine.reading import Malformed


def test_a_kitty() -> None:
    """B-14, B-26."""
    good = [5, 7, 20, 33, 48, 50]
    assert answer("bid-kitty", {"places": good})["faults"] == []
    reply = answer("bid-kitty", {"places": good, "bid": "7 No"})
    assert (reply["at_once"], reply["rule"]) == (True, "B-26/R7")
    assert answer("bid-kitty", {"places": good, "bid": "7"})["at_once"] is False
    reply = answer("bid-kitty", {"places": [4, 5, 20, 33, 48, 51], "bid": "7 No"})
    assert (len(list(reply["faults"])), reply["rule"]) == (3, "B-14/3")  # type: ignore[call-overload]


def test_a_book() -> None:
    """B-18, B-20."""
    high = {"direction": "up", "trump": "H"}
    reply = answer("bid-book", {**high, "cards": ["AS", "LJ"], "hand": ["9S", "KD"]})
    assert (reply["winner"], reply["playable"], reply["rule"]) == (2, ["9S"], "B-20/R4")
    reply = answer("bid-book", {"direction": "down", "cards": ["BJ", "3D", "2D", "AS"]})
    assert (reply["winner"], reply["rule"]) == (3, "B-18/R5")
    assert answer("bid-book", {"direction": "down", "cards": ["BJ"]})["winner"] is None


@pytest.mark.parametrize(
    ("cards", "pointer"),
    [([], "/cards"), (["AS", "KS", "QS", "JS", "TS"], "/cards"), (["AS", "AS"], "/cards/1")],
)
def test_what_is_no_book(cards: list[str], pointer: str) -> None:
    with pytest.raises(Malformed) as caught:
        answer("bid-book", {"direction": "up", "cards": cards})
    assert caught.value.pointer == pointer
