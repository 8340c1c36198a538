"""Days of older records: figures in either order, names of months, years of two figures."""

from __future__ import annotations

import pytest

from scoring.imports.columns import Wrong, born, day_written
from scoring.imports.files import DAY_FIRST
from scoring.imports.selectors import import_page
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.scoring.imports.test_imports import checked, csv_of

pytestmark = pytest.mark.both_databases


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("5. Mai 1949", "1949-05-05"),
        ("5 May 1949", "1949-05-05"),
        ("12. Dezember 1970", "1970-12-12"),
        ("1. März 1960", "1960-03-01"),
        ("1.Maerz 1960", "1960-03-01"),
        ("3. Jänner 1961", "1961-01-03"),
        ("30-Apr-1958", "1958-04-30"),
        ("30 Okt. 1958", "1958-10-30"),
        ("1st June 1962", "1962-06-01"),
        ("June 1, 1962", "1962-06-01"),
        ("30-Apr-58", "1958-04-30"),
        ("30.04.58", "1958-04-30"),
    ],
)
def test_a_day_with_a_named_month_is_read_in_english_and_german(text: str, read: str) -> None:
    assert born(text, DAY_FIRST) == read


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("30-Apr-05", "short-year"),
        ("01.02.05", "short-year"),
        ("5. Ju 1949", "no-day"),
        ("5. Maybe 1949", "no-day"),
        ("31. Februar 1949", "no-day"),
        ("31.02.58", "no-day"),
        ("Mai 1949", "no-day"),
    ],
)
def test_what_could_be_several_days_or_none_is_refused(text: str, code: str) -> None:
    with pytest.raises(Wrong) as wrong:
        born(text, DAY_FIRST)
    assert wrong.value.code == code


def test_a_column_that_mixes_both_orders_says_so_with_two_examples(cast: Cast, sign_in: SignIn) -> None:
    lines = ("name,born", "Quist,31/05/1949", "Rust,12/30/1950", "Sand,04/05/1951")
    importing = checked(cast.registrar, "people", csv_of(*lines))
    assert import_page(importing, cast.registrar).mixed_days == ("31/05/1949", "12/30/1950")
    page = sign_in(cast.registrar).get(f"/imports/{importing.pk}/").content.decode()
    assert "A column has mixed date orders" in page
    assert "It has both 31/05/1949 and 12/30/1950," in page


def test_two_columns_of_one_order_each_are_not_mixed(cast: Cast) -> None:
    lines = ("name,born,seen", "Quist,31/05/1949,12/30/2001")
    assert import_page(checked(cast.registrar, "people", csv_of(*lines)), cast.registrar).mixed_days == ()


def test_a_year_of_two_figures_is_refused_where_days_to_come_are_allowed() -> None:
    with pytest.raises(Wrong) as wrong:
        day_written("30.04.58", DAY_FIRST)
    assert wrong.value.code == "short-year"
