"""Hands without their books: what they may have come to."""

from typing import Any

import pytest

from tests.rules_engine.columbus_whist.events import (
    GONE,
    Json,
    check,
    codes,
    edited,
    evening,
    places,
)
from tests.rules_engine.columbus_whist.test_check_faults import LEFT, UNRANKED, UNTOLD, first


def test_books_that_are_not_told_are_any_that_make_the_score() -> None:
    for books, codes_ in ((GONE, []), ([10, 3], ["hand-score"])):
        assert codes(first({"hands/1/books": books})) == codes_
    assert codes(first({"hands/1/books": GONE, "hands/1/score": [2, 2]})) == ["hand-score"]


class TestBooksNotTold:
    """C-6, C-8: two bids without books may be two sets, a game by points, or neither."""

    def untold(self, **more: Any) -> Json:
        return evening(**{**UNRANKED, "rounds/0/0": {**UNTOLD, **more}})

    def hands(self, *hands: Json, **more: Any) -> Json:
        return self.untold(hands=[{"bid": "2", "by": 1} | noted for noted in hands], **more)

    def test_nobody_won_by_a_guess(self) -> None:
        document = check(self.untold())
        [finding] = document["findings"]
        assert (finding["code"], finding["rule"], finding["severity"]) == ("hand-untold", "C-6/5", "error")
        assert (finding["round"], finding["table"], finding["hand"]) == (1, 1, 1)
        assert finding["message"] == (
            "What the hands came to cannot be said: hands 1 and 2 have no books, and neither the score after"
            " them nor the game's winner and points tell it."
        )
        game = document["rounds"][0][0]
        assert (game["winner"], game["points"], game["ending"]) == (None, [0, 0], None)
        assert not document["ok"]

    @pytest.mark.parametrize(
        ("more", "winner", "points", "ending"),
        [
            ({"winner": 2, "points": [-5, 5]}, 2, [-5, 5], "sets"),
            ({"winner": 1, "points": [5, 0]}, 1, [5, 0], "points"),
            ({"points": [-5, 5]}, 2, [-5, 5], "sets"),
            ({"ending": "sets"}, 2, [-5, 5], "sets"),
            ({"winner": 2}, 2, [-5, 5], "sets"),
        ],
    )
    def test_a_result_settles_what_it_leaves_one_course_for(
        self, more: Json, winner: int, points: list[int], ending: str
    ) -> None:
        document = check(self.untold(**more))
        assert document["findings"] == []
        game = document["rounds"][0][0]
        assert (game["winner"], game["points"], game["ending"]) == (winner, points, ending)

    def test_a_result_that_no_books_give_is_impossible(self) -> None:
        assert codes(self.untold(winner=2, points=[-5, 6])) == ["result-impossible"]
        assert codes(self.untold(winner=1, points=[-5, 5])) == ["result-impossible"]

    def test_a_winner_whose_points_may_be_many_is_not_enough(self) -> None:
        document = check(self.untold(winner=1))
        assert [finding["code"] for finding in document["findings"]] == ["hand-untold"]
        assert document["rounds"][0][0]["winner"] == 1

    def test_the_score_after_a_hand_settles_it_and_those_before(self) -> None:
        assert codes(self.hands({}, {"score": [-4, 5]})) == []
        assert codes(self.hands({"score": [-2, 0]}, {"score": [3, 0]}, {"score": [7, 0]})) == []
        assert codes(self.hands({}, {}, {"books": [8, 5], "score": [2, 0]})) == ["game-unfinished"]
        assert codes(self.hands({}, {}, {"books": [8, 5], "score": [2, 9]})) == ["hand-score"]

    def test_a_game_that_went_on_was_not_over(self) -> None:
        """The first hand was set or made for four at most, since a second was played."""
        untold = self.hands({}, {"books": [13, 0]})
        assert places(untold) == [("hand-untold", 1, 1, 1, None, None)]
        assert codes(self.hands({"bid": "5"}, {"books": [8, 5]})) == ["hand-after-end"]

    def test_that_a_game_went_on_may_settle_a_hand(self) -> None:
        """Three and two more would have been game, so the second hand was a set."""
        played: tuple[Json, ...] = ({"books": [9, 4]}, {}, {"bid": "4", "books": [10, 3]})
        game = check(self.hands(*played))["rounds"][0][0]
        assert (game["winner"], game["points"], game["ending"]) == (1, [5, 0], "points")
        assert codes(self.hands(*played)) == []
        assert codes(self.hands(*played, winner=2, points=[5, 0])) == ["winner"]

    def test_a_ruling_settles_it(self) -> None:
        ruling = {"points": [0, 5], "winner": 2, "reason": "the sheet was lost"}
        assert codes(self.untold(ruling=ruling)) == []

    def test_who_leaves_leaves_it_open(self) -> None:
        left = LEFT | {"team": 3, "player": "c1", "round": 6}
        sheet = {"teams": [4, 3], "hands": [{"bid": "2", "by": 4}]}
        record = evening(**{**UNRANKED, "rounds/5/1": sheet, "leavers": [left]})
        assert places(record) == [("hand-untold", 6, 2, 1, None, None)]
        decided = edited(record, {"rounds/5/1/points": [8, 0]})
        assert codes(decided) == []
        assert check(decided)["rounds"][5][1]["ending"] == "left"
