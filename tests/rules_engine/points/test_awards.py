from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.points.awards import PAID_PLACES, award, band, paid_places, places, table_size

SCALE = {
    "3-4": [Decimal("2.0")],
    "5-7": [Decimal("3.0"), Decimal("1.5")],
    "8-10": [Decimal("4.0"), Decimal("2.0"), Decimal("1.0")],
}


def points(finals, players=None, scale=SCALE):
    return [str(won.points) for won in award(scale, {}, finals, players)]


@pytest.mark.parametrize(
    ("players", "paid", "size"),
    [
        (3, 1, "3-4"),
        (4, 1, "3-4"),
        (5, 2, "5-7"),
        (6, 2, "5-7"),
        (7, 2, "5-7"),
        (8, 3, "8-10"),
        (9, 3, "8-10"),
        (10, 3, "8-10"),
    ],
)
def test_paid_places(players, paid, size):
    assert (paid_places(players), band(players)) == (paid, size)
    finals = list(range(players, 0, -1))
    assert [won != "0.0" for won in points(finals)] == [place < paid for place in range(players)]


@pytest.mark.parametrize("players", [-1, 0, 2, 11])
def test_no_such_table(players):
    with pytest.raises(ValueError):
        paid_places(players)
    with pytest.raises(ValueError):
        award(SCALE, {}, [1, 2, 3], players)


def test_places_are_shared():
    assert places([5, 7, 7, 1, 0, 1]) == (3, 1, 1, 4, 6, 4)
    assert places([]) == ()


@pytest.mark.parametrize(
    ("finals", "won"),
    [
        ([9, 9, 3], ["1.0", "1.0", "0.0"]),
        ([9, 9, 9], ["0.6", "0.6", "0.6"]),
        ([9, 8, 8, 8, 1], ["3.0", "0.5", "0.5", "0.5", "0.0"]),
        ([9, 9, 8, 7, 1], ["2.2", "2.2", "0.0", "0.0", "0.0"]),
        ([-1, -5, -1, -2, -3, -4], ["2.2", "0.0", "2.2", "0.0", "0.0", "0.0"]),
        ([9, 8, 7, 7, 6, 5, 4, 3], ["4.0", "2.0", "0.5", "0.5", "0.0", "0.0", "0.0", "0.0"]),
        ([9, 8, 7, 6, 6, 5, 4, 3], ["4.0", "2.0", "1.0", "0.0", "0.0", "0.0", "0.0", "0.0"]),
    ],
)
def test_shares(finals, won):
    assert points(finals) == won


def test_table_size_chooses_the_row():
    finals = list(range(12, 0, -1))
    assert points(finals, 7)[:3] == ["3.0", "1.5", "0.0"]
    assert points(finals, 8)[:4] == ["4.0", "2.0", "1.0", "0.0"]
    assert points([3, 2, 1, 0, -1], 4) == ["2.0", "0.0", "0.0", "0.0", "0.0"]


def test_a_row_may_leave_out_places():
    assert points([5, 4, 3, 2, 1], scale={"5-7": [Decimal("3.0")]}) == ["3.0", "0.0", "0.0", "0.0", "0.0"]
    assert points([5, 4, 3], scale={}) == ["0.0", "0.0", "0.0"]


def test_places_beyond_the_paid_ones_pay_nothing_whatever_the_row_says():
    assert points([5, 4, 3], scale={"3-4": [Decimal("3.0"), Decimal("1.0")]}) == ["3.0", "0.0", "0.0"]


def test_blue_is_shared_likewise():
    won = award(SCALE, {"5-7": [Decimal("1.0"), Decimal("0.5")]}, [9, 9, 3, 2, 1])
    assert [str(each.blue) for each in won] == ["0.7", "0.7", "0.0", "0.0", "0.0"]


@pytest.mark.parametrize(
    ("hands", "stanzas", "size"), [(59, 10, 5), (60, 10, 6), (61, 10, 6), (7, 1, 7), (0, 3, 0)]
)
def test_table_size_is_truncated(hands, stanzas, size):
    assert table_size(hands, stanzas) == size


@pytest.mark.parametrize(("hands", "stanzas"), [(5, 0), (5, -1), (-1, 5)])
def test_table_size_of_nothing(hands, stanzas):
    with pytest.raises(ValueError):
        table_size(hands, stanzas)


TENTHS = st.integers(0, 5000).map(lambda tenths: Decimal(tenths).scaleb(-1))


@given(
    st.fixed_dictionaries({size: st.lists(TENTHS, max_size=paid) for size, paid in PAID_PLACES.items()}),
    st.lists(st.integers(-5, 5), min_size=1, max_size=14),
    st.integers(3, 10),
)
def test_awards_never_exceed_the_scale(scale, finals, players):
    won = award(scale, scale, finals, players)
    row = scale[band(players)]
    total = sum((each.points for each in won), Decimal(0))
    assert total <= sum(row, Decimal(0))
    tied = Counter(finals)
    for score, each in zip(finals, won, strict=True):
        assert each.points == each.blue
        assert each.points.as_tuple().exponent == -1
        covered = sum(row[each.place - 1 : each.place - 1 + tied[score]], Decimal(0))
        assert 0 <= covered - each.points * tied[score] < Decimal("0.1") * tied[score]
        assert each.place == 1 + sum(other > score for other in finals)


def test_tied_players_may_each_win_the_whole_of_their_place() -> None:
    """The text names places and not ties; a version of the Articles may say so."""
    scale = {"5-7": (Decimal("4.0"), Decimal("2.0"))}
    blue = {"5-7": (Decimal("1.0"),)}
    won = award(scale, blue, [9, 9, 5, 5, 1], ties="whole")
    assert [(prize.place, prize.points, prize.blue) for prize in won[:3]] == [
        (1, Decimal("4.0"), Decimal("1.0")),
        (1, Decimal("4.0"), Decimal("1.0")),
        (3, Decimal("0.0"), Decimal("0.0")),
    ]
    assert [prize.points for prize in award(scale, blue, [9, 5, 5, 5, 1], ties="whole")] == [
        Decimal(text) for text in ("4.0", "2.0", "2.0", "2.0", "0.0")
    ]
