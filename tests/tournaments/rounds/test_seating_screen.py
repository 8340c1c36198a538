"""The names on the big screen: in columns that fit, on pages that are about as full as each other."""

from __future__ import annotations

import pytest

from tournaments.rounds.selectors.seating import Sits
from tournaments.rounds.views.seating import ROWS, screen_pages


@pytest.mark.parametrize(
    ("people", "pages", "columns", "few"),
    [
        (0, 0, 0, True),
        (8, 1, 3, True),
        (30, 1, 3, True),
        (45, 1, 3, False),
        (60, 1, 4, False),
        (61, 2, 3, False),
    ],
)
def test_everybody_is_on_a_page_once_and_each_column_fits(
    people: int, pages: int, columns: int, few: bool
) -> None:
    seating = [Sits(name=f"Player {number}", table=number % 10 + 1, seat=1) for number in range(people)]
    made = screen_pages(seating)
    assert len(made) == pages
    assert [sits for page in made for column in page.columns for sits in column] == seating
    assert all(len(column) <= ROWS for page in made for column in page.columns)
    if made:
        assert (len(made[0].columns), made[0].few) == (columns, few)
