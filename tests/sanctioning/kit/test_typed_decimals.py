"""Decimals as people type them: a point or a comma, and nothing guessed."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.utils.translation import override

from sanctioning.kit.typed_decimals import as_typed_here, read_decimal


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,5", "1.5"),
        (" 1.5 ", "1.5"),
        ("12", "12"),
        ("0,50", "0.50"),
        ("1.204,5", "1204.5"),
        ("1,204.50", "1204.50"),
        ("1.204.000", "1204000"),
    ],
)
def test_a_number_is_read_with_a_point_or_a_comma(text: str, number: str) -> None:
    assert read_decimal(text, places=2) == Decimal(number)


@pytest.mark.parametrize(
    "text", ["1.204", "1,204", "1.23.4", "1,5,0", "1.2345", "12.345.6", "1e3", "-1", "1 5", "½", "١,٥", ""]
)
def test_what_could_be_read_in_two_ways_or_none_is_not_read(text: str) -> None:
    assert read_decimal(text, places=2) is None


def test_tenths_have_one_decimal_at_most() -> None:
    assert (read_decimal("2,5", places=1), read_decimal("2,55", places=1)) == (Decimal("2.5"), None)


def test_a_field_shows_the_sign_of_its_readers_language() -> None:
    with override("de"):
        assert [as_typed_here(text) for text in ("1.5", "12", "1.5.", "much")] == [
            "1,5",
            "12",
            "1.5.",
            "much",
        ]
    assert as_typed_here("1.5") == "1.5"
