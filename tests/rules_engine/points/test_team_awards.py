"""What the members of teams win, against the Articles told a second time: place by place, by hand."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.card_games import CARD_GAMES, WHIST, WHOOPIE
from rules_engine.points.awards import PAID_PLACES, award, award_teams, places, team_band

TENTHS = st.integers(0, 5000).map(lambda tenths: Decimal(tenths).scaleb(-1))
SCALES = st.fixed_dictionaries({size: st.lists(TENTHS, max_size=paid) for size, paid in PAID_PLACES.items()})
SCALE = {"3-4": [Decimal("2.0")], "5-7": [Decimal("3.0"), Decimal("1.5")], "8-10": [Decimal("4.0")]}


@pytest.mark.parametrize(
    ("teams", "size"),
    [(0, None), (2, None), (3, "3-4"), (5, "5-7"), (8, "8-10"), (10, "8-10"), (11, "8-10"), (200, "8-10")],
)
def test_the_number_of_teams_chooses_the_row(teams, size):
    assert team_band(teams) == size


def test_two_teams_win_nothing():
    assert [str(prize.points) for prize in award_teams(SCALE, SCALE, (1, 2))] == ["0.0", "0.0"]


def shares(scale, standing, ties):
    """The points of each team in tenths, by going through the paid places one after the other."""
    count = len(standing)
    if count < 3:
        return [0] * count
    row, paid = (scale["3-4"], 1) if count < 5 else (scale["5-7"], 2) if count < 8 else (scale["8-10"], 3)
    pays = dict(zip(range(1, paid + 1), row, strict=False))
    won = []
    for place in standing:
        equals = standing.count(place)
        covered = range(place, place + equals) if ties == "share" else [place]
        whole = sum((Fraction(pays.get(at, 0)) * 10 for at in covered), Fraction(0))
        won.append(int(whole / equals) if ties == "share" else int(whole))
    return won


@given(SCALES, st.lists(st.integers(0, 6), max_size=24), st.sampled_from(["share", "whole"]))
def test_as_the_articles_are_told(scale, finals, ties):
    standing = places(finals)
    won = award_teams(scale, scale, standing, ties)
    assert [int(prize.points * 10) for prize in won] == shares(scale, standing, ties)
    assert [(prize.points, prize.place) for prize in won] == [
        (prize.blue, place) for prize, place in zip(won, standing, strict=True)
    ]


@given(SCALES, st.lists(st.integers(-9, 9), min_size=3, max_size=10), st.sampled_from(["share", "whole"]))
def test_at_one_table_as_single_players(scale, finals, ties):
    assert award_teams(scale, scale, places(finals), ties) == award(scale, scale, finals, ties=ties)


def test_teams_ranked_apart_share_nothing():
    """A tie that was played off: even flags, places of their own."""
    assert [str(prize.points) for prize in award_teams(SCALE, {}, (1, 2, 3, 4, 5))] == [
        "3.0",
        "1.5",
        *["0.0"] * 3,
    ]


def test_card_games_are_known_by_their_slugs():
    assert dict(CARD_GAMES) == {"whoopie": WHOOPIE, "whist": WHIST}
