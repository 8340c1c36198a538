"""Who qualifies: by points, places or games; ties at the line; who declines."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.draws import TieDraw
from rules_engine.series import SeriesStanding, qualify


def standing(player: str, points: str = "0.0", *places: int) -> SeriesStanding:
    return SeriesStanding(player, Decimal(points), places)


FIELD = [
    standing("a", "6.0", 1),
    standing("b", "4.5", 1, 2),
    standing("c", "4.5", 2, 2, 3),
    standing("d", "1.0", 2, 3, 3, 3),
    standing("e", "0.0", 4),
]


@pytest.mark.parametrize(("basis", "order"), [("points", "abcde"), ("places", "bacde"), ("games", "dcbae")])
def test_the_order_of_each_basis(basis: str, order: str):
    done = qualify(FIELD, basis, 5, 0, "all")  # type: ignore[arg-type]
    assert "".join(row.player for row in done.ranking) == order


def test_equals_share_a_place():
    done = qualify(FIELD, "points", 5, 0, "all")
    assert [(row.place, row.player) for row in done.ranking] == [
        (1, "a"),
        (2, "b"),
        (2, "c"),
        (4, "d"),
        (5, "e"),
    ]


def test_the_next_play_in_the_consolation():
    done = qualify(FIELD, "points", 3, 1, "draw")
    assert (done.playoff, done.consolation, done.open) == (("a", "b", "c"), ("d",), ())


def test_a_tie_at_the_line_takes_all_in_or_is_drawn():
    assert qualify(FIELD, "points", 2, 2, "all")[1:] == (("a", "b", "c"), ("d", "e"), ())
    assert qualify(FIELD, "points", 2, 2, "draw")[1:] == (("a",), (), ("b", "c"))
    draw = TieDraw(("b", "c"), ({"b": "9C", "c": "9D"}, {"b": "2C", "c": "3D"}))
    assert qualify(FIELD, "points", 2, 2, "draw", [draw])[1:] == (("a", "c"), ("b", "d"), ())
    half = TieDraw(("b", "c"), ({"b": "9C", "c": "9D"},))
    assert qualify(FIELD, "points", 2, 2, "draw", [half]).open == ("b", "c")


def test_a_tie_at_the_second_line():
    field = [standing("a", "3.0"), standing("b", "2.0"), standing("c", "2.0")]
    assert qualify(field, "points", 1, 1, "draw")[1:] == (("a",), (), ("b", "c"))
    assert qualify(field, "points", 1, 1, "all")[1:] == (("a",), ("b", "c"), ())


def test_who_declines_is_replaced_by_the_next_and_plays_nowhere():
    assert qualify(FIELD, "points", 3, 1, "draw", declined=["b"])[1:] == (("a", "c", "d"), ("e",), ())
    assert len(qualify(FIELD, "points", 3, 1, "draw", declined=["b"]).ranking) == 5


def test_who_drew_and_declined_is_passed_over():
    field = [standing(name, "2.0") for name in "abc"]
    draw = TieDraw(("a", "b", "c"), ({"a": "9C", "b": "KC", "c": "2D"},))
    assert qualify(field, "points", 1, 1, "draw", [draw])[1:3] == (("b",), ("a",))
    assert qualify(field, "points", 1, 1, "draw", [draw], declined=["b"])[1:3] == (("a",), ("c",))


standings = st.lists(st.tuples(st.integers(0, 4), st.lists(st.integers(1, 4), max_size=4)), max_size=12).map(
    lambda rows: [
        SeriesStanding(f"p{number}", Decimal(points) / 2, tuple(places))
        for number, (points, places) in enumerate(rows)
    ]
)


@given(
    standings,
    st.sampled_from(["points", "places", "games"]),
    st.integers(1, 6),
    st.integers(0, 6),
    st.sampled_from(["draw", "all"]),
)
def test_nobody_is_passed_over_for_somebody_behind_him(field, basis, playoff, consolation, ties):
    done = qualify(field, basis, playoff, consolation, ties)
    place = {row.player: row.place for row in done.ranking}
    assert not set(done.playoff) & set(done.consolation)
    for ahead, behind in ((done.playoff, done.consolation), (done.playoff, done.open)):
        assert all(place[player] <= place[other] for player in ahead for other in behind)
    if not done.open:
        left = len(field) - len(done.playoff) - len(done.consolation)
        assert len(done.playoff) >= min(playoff, len(field))
        assert left == 0 or len(done.consolation) >= consolation or consolation == 0
    if ties == "all":
        assert done.open == ()
        inside = [place[player] for player in done.playoff]
        outside = [place[player] for player in place if player not in done.playoff]
        assert not inside or not outside or max(inside) < min(outside)
