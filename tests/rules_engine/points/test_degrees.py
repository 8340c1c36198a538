from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.points.degrees import DEGREES, level, standing


def name(recorded, blue, games=1):
    held = standing(Decimal(recorded), Decimal(blue), games).degree
    return held and held.name


@pytest.mark.parametrize(
    ("recorded", "blue", "degree"),
    [
        ("0.0", "0.0", "Novice"),
        ("0.9", "0.9", "Novice"),
        ("1.0", "0.0", "Junior Master"),
        ("24.9", "2.0", "Junior Master"),
        ("25.0", "1.9", "Junior Master"),
        ("25.0", "2.0", "Master"),
        ("99.9", "10.0", "Master"),
        ("100.0", "9.9", "Master"),
        ("100.0", "10.0", "Senior Master"),
        ("499.9", "75.0", "Senior Master"),
        ("500.0", "74.9", "Senior Master"),
        ("500.0", "75.0", "Grand Master"),
        ("999.9", "200.0", "Grand Master"),
        ("1000.0", "199.9", "Grand Master"),
        ("1000.0", "200.0", "Champion"),
        ("2000.0", "1.9", "Junior Master"),
    ],
)
def test_both_limits(recorded, blue, degree):
    assert name(recorded, blue) == degree


def test_novice_needs_a_sanctioned_game_only():
    assert name("0.0", "0.0", 0) is None
    assert name("0.9", "0.0", 0) is None
    assert name("1.0", "0.0", 0) == "Junior Master"


@pytest.mark.parametrize(
    ("recorded", "blue", "games", "following", "points", "blue_points"),
    [
        ("0.0", "0.0", 0, "Novice", "0.0", "0.0"),
        ("0.4", "0.0", 1, "Junior Master", "0.6", "0.0"),
        ("1.0", "0.5", 1, "Master", "24.0", "1.5"),
        ("30.0", "1.5", 1, "Master", "0.0", "0.5"),
        ("30.0", "12.0", 1, "Senior Master", "70.0", "0.0"),
    ],
)
def test_what_is_missing(recorded, blue, games, following, points, blue_points):
    reached = standing(Decimal(recorded), Decimal(blue), games)
    assert reached.next is not None
    assert (reached.next.name, str(reached.needs_points), str(reached.needs_blue)) == (
        following,
        points,
        blue_points,
    )


def test_nothing_above_champion():
    reached = standing(Decimal("1500.0"), Decimal("200.0"), 3)
    assert reached[1:] == (None, Decimal("0.0"), Decimal("0.0"))


TENTHS = st.integers(0, 20_000).map(lambda tenths: Decimal(tenths).scaleb(-1))


@given(TENTHS, TENTHS, st.integers(0, 2))
def test_what_is_missing_is_just_enough(recorded, blue, games):
    reached = standing(recorded, blue, games)
    if reached.next is None or reached.next.name == "Novice":
        return
    wanted = DEGREES.index(reached.next)
    points, more_blue = recorded + reached.needs_points, blue + reached.needs_blue
    assert level(points, more_blue, games) >= wanted
    tenth = Decimal("0.1")
    if reached.needs_points:
        assert level(points - tenth, more_blue, games) < wanted
    if reached.needs_blue:
        assert level(points, more_blue - tenth, games) < wanted
