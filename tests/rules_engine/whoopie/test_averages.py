import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.whoopie.averages import extrapolate, truncated_average

SCORES = st.lists(st.integers(-300, 300), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("scores", "average"),
    [([54, 0, 0, 0, 0], 10), ([-7, 0, 0], -3), ([-6, 0, 0], -2), ([-1, 0, 0], -1), ([2, 0, 0], 0), ([5], 5)],
)
def test_truncated_average(scores, average):
    assert truncated_average(scores) == average


def test_no_scores():
    with pytest.raises(ValueError):
        truncated_average([])
    with pytest.raises(ValueError):
        extrapolate(1, [], [1], True)
    with pytest.raises(ValueError):
        extrapolate(1, [1], [], True)


@given(SCORES)
def test_the_remainder_is_positive_and_dropped(scores):
    assert 0 <= sum(scores) - truncated_average(scores) * len(scores) < len(scores)


@pytest.mark.parametrize(
    ("authorised", "last", "final", "expected"),
    [
        (True, [10, 7, 8], [20, 21, 24], (8, 21, 13, 17)),
        (True, [10, 7, 8], [8, 8, 8], (8, 8, 0, 4)),
        (True, [10, 7, 8], [7, 8, 8], (8, 7, 0, 4)),
        (True, [-7, 0, 0], [0, 0, -1], (-3, -1, 2, 6)),
        (False, [10, 7, 8], [20, 21, 24], (8, 21, 0, 4)),
    ],
)
def test_extrapolate(authorised, last, final, expected):
    done = extrapolate(4, last, final, authorised)
    assert done[:4] == expected
    assert ("not authorised" in done.reason) is not authorised


@given(st.integers(-300, 300), SCORES, SCORES)
def test_extrapolation_never_takes_away(score, last, final):
    done = extrapolate(score, last, final, True)
    assert done.adjustment == max(0, done.fta - done.sta)
    assert done.final == score + done.adjustment >= score
