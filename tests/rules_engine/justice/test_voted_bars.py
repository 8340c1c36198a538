import pytest

from rules_engine.justice.voted_bars import VotedTarget, reach
from rules_engine.justice.votes import BARS, Motion

SCOPE = [
    VotedTarget("rest-of-game", "g0", "S1"),
    VotedTarget("playoff", "p1", "S1"),
    VotedTarget("game", "g1", "S1"),
    VotedTarget("game", "g2", "S2"),
    VotedTarget("playoff", "p2", "S2"),
    VotedTarget("special-event", "e1", "S1"),
    VotedTarget("game", "g3", None),
]


def test_three_quarters_reach_games_only():
    reached = reach(Motion.TYPE_2_BAR, "S1", SCOPE)
    assert reached.effective == ("g0", "g1", "g2", "g3")
    assert reached.out_of_reach == ("p1", "p2", "e1")


def test_unanimity_reaches_the_playoffs_of_the_same_sanction():
    reached = reach(Motion.TYPE_2_BAR_WITH_PLAYOFFS, "S1", SCOPE)
    assert reached.effective == ("g0", "p1", "g1", "g2", "g3")
    assert reached.out_of_reach == ("p2", "e1")
    assert reach(Motion.TYPE_2_BAR_WITH_PLAYOFFS, "S2", SCOPE).out_of_reach == ("p1", "e1")


@pytest.mark.parametrize("motion", sorted(BARS))
def test_nothing_named(motion):
    assert reach(motion, "S1", [])[:2] == ((), ())


@pytest.mark.parametrize("motion", sorted(set(Motion) - BARS))
def test_other_motions_are_no_bars(motion):
    with pytest.raises(ValueError, match="no bar"):
        reach(motion, "S1", SCOPE)
