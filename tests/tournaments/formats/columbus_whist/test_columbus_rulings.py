"""What the director ruled on a hand of Columbus Whist, from the sheet of its game to the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules_engine.columbus_whist.document import GameDocument
from rules_engine.reading import Malformed
from sanctioning.kit.refusals import Refusal
from tournaments.formats.columbus_whist.sheets.games import GameSheet
from tournaments.formats.columbus_whist.sheets.words import Telling
from tournaments.formats.slips import TeamHead

HAND = {"bid": "3", "by": "7", "books": 9}


SIDES = [
    TeamHead(number=number, name=name, players={"A": f"{name}1", "B": f"{name}2"}, facts={})
    for number, name in ((4, "four"), (7, "seven"))
]


def game(*ruled: Mapping[str, Any]) -> GameDocument:
    """The game of teams 4 and 7, the first two of the record."""
    return GameSheet(SIDES, {4: 1, 7: 2}, {"hands": [HAND, HAND], "rulings": ruled}, "/r").game(())


def test_a_hand_counts_as_the_director_ruled() -> None:
    played = game({"hand": 2, "reason": "A card was shown.", "points-7": -3, "set": "7"})
    first, second = played["hands"]
    assert "ruling" not in first
    assert second["ruling"] == {"points": [0, -3], "reason": "A card was shown.", "set": 2}
    assert game({"hand": 1, "reason": "Void."})["hands"][0]["ruling"] == {"points": [0, 0], "reason": "Void."}


def test_a_ruling_on_a_hand_that_is_not_written_is_refused() -> None:
    with pytest.raises(Malformed, match="hand 3, in which something went wrong or was ruled, is missing"):
        game({"hand": 3, "reason": "Void."})


def test_a_second_ruling_on_a_hand_is_refused_at_its_row() -> None:
    """The record holds one ruling of a hand; which of two counted would be nobody's decision."""
    rows = [{"hand": 1, "reason": "Void."}, {"hand": 2, "reason": "Void."}, {"hand": 1, "reason": "Played."}]
    with pytest.raises(Refusal, match="Hand 1 is ruled on twice") as refused:
        Telling(SIDES, "C-31/41").read({"hands": [HAND, HAND], "rulings": rows})
    assert (refused.value.code, refused.value.rule) == ("hand-ruled-twice", "C-33/CLOSING")
    assert refused.value.facts == {"field": "rulings-3-hand"}
