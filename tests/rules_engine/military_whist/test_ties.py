"""Ties played off: M-34 to M-36, readings 5, 7 and 11."""

import pytest

from rules_engine.military_whist import ties
from rules_engine.military_whist.standings import standings
from rules_engine.military_whist.ties import Extra, NotToBePlayed, play_off


class TestTwo:
    def test_one_hand(self) -> None:
        """M-34."""
        assert play_off(["a", "b"]).next == ("a", "b")
        assert play_off(["a", "b"], hands=[Extra(("b", "a"), (6, 7))]).order == ("a", "b")
        assert play_off(["a", "b"], hands=[Extra(("a", "b"), (6, 7))]).order == ("b", "a")

    def test_no_second_hand(self) -> None:
        hand = Extra(("a", "b"), (6, 7))
        with pytest.raises(NotToBePlayed) as caught:
            play_off(["a", "b"], hands=[hand, hand])
        assert caught.value.index == 1


class TestThree:
    DRAW = [{"a": "9C", "b": "4D", "c": "AS"}]

    def test_lowest_has_the_bye_and_meets_the_winner(self) -> None:
        """M-35, reading 7: who loses the first hand is third."""
        come = play_off(["a", "b", "c"], self.DRAW)
        assert (come.bye, come.next) == ("b", ("a", "c"))
        first = Extra(("a", "c"), (5, 8))
        come = play_off(["a", "b", "c"], self.DRAW, [first])
        assert (come.next, come.order) == (("c", "b"), ())
        assert play_off(["a", "b", "c"], self.DRAW, [first, Extra(("c", "b"), (4, 9))]).order == (
            "b",
            "c",
            "a",
        )
        assert play_off(["a", "b", "c"], self.DRAW, [first, Extra(("b", "c"), (4, 9))]).order == (
            "c",
            "b",
            "a",
        )

    def test_without_a_draw_nobody_plays(self) -> None:
        assert play_off(["a", "b", "c"]).next == ()
        with pytest.raises(NotToBePlayed):
            play_off(["a", "b", "c"], hands=[Extra(("a", "b"), (5, 8))])

    def test_equals_draw_again_among_themselves(self) -> None:
        """Reading 5: ace high."""
        drawn = [{"a": "4C", "b": "4D", "c": "AS"}]
        assert ties.bye(drawn).open == ("a", "b")
        assert play_off(["a", "b", "c"], drawn).next == ()
        assert ties.bye([*drawn, {"a": "AD", "b": "KC", "c": "2S"}]).name == "b"

    @pytest.mark.parametrize(
        ("hands", "at"),
        [
            ([Extra(("a", "b"), (5, 8))], 0),
            ([Extra(("a", "c"), (5, 8)), Extra(("a", "b"), (5, 8))], 1),
            ([Extra(("a", "c"), (5, 8)), Extra(("c", "b"), (5, 8)), Extra(("a", "b"), (5, 8))], 2),
        ],
    )
    def test_hands_that_were_not_due(self, hands: list[Extra], at: int) -> None:
        with pytest.raises(NotToBePlayed) as caught:
            play_off(["a", "b", "c"], self.DRAW, hands)
        assert caught.value.index == at


def test_more_are_the_leaders() -> None:
    """Reading 5, M-12."""
    come = play_off(["a", "b", "c", "d"])
    assert (come.next, come.order, come.rule) == ((), (), "M-12/10b")
    with pytest.raises(ValueError, match="two teams"):
        play_off(["a"])


class TestCuts:
    def test_the_cut_for_trump_is_always_a_suit(self) -> None:
        """M-36, reading 11."""
        assert [ties.trump(card) for card in ("2S", "10H", "KD", "AC")] == ["S", "H", "D", "C"]
        for wrong in ("*", "1S", "", "?", "NT"):
            with pytest.raises(ValueError, match="no card of a suit"):
                ties.trump(wrong)

    def test_the_highest_card_deals(self) -> None:
        """M-36."""
        assert ties.dealer([{"aA": "9C", "aB": "KD", "bA": "AS", "bB": "2C"}]).name == "bA"
        again = [{"aA": "AC", "aB": "KD", "bA": "AS", "bB": "2C"}]
        assert ties.dealer(again).open == ("aA", "bA")
        assert ties.dealer([*again, {"aA": "3C", "bA": "2S", "bB": "AC"}]).name == "aA"

    def test_revokes_move_two_tricks_and_stop_at_the_end(self) -> None:
        assert ties.awarded((7, 6), (1, 0)) == (5, 8)
        assert ties.awarded((12, 1), (0, 1)) == (13, 0)
        assert ties.awarded((7, 6), (1, 1)) == (7, 6)


class TestStandings:
    def test_tied_teams_share_a_place_until_they_have_played(self) -> None:
        """M-14, M-16, reading 6."""
        shared = standings([14, 16, 14, 4], {}, decided=2)
        assert shared.ranking == ((1, 2), (2, 1), (2, 3), (4, 4))
        assert shared.open == ((1, 3),)
        assert standings([14, 16, 14, 4], {}, decided=1).open == ()
        played = standings([14, 16, 14, 4], {frozenset((1, 3)): (3, 1)}, decided=2)
        assert (played.ranking, played.open) == (((1, 2), (2, 3), (3, 1), (4, 4)), ())

    def test_a_play_off_of_others_orders_nobody(self) -> None:
        assert standings([14, 14, 14], {frozenset((1, 3)): (3, 1)}, decided=1).open == ((1, 2, 3),)
