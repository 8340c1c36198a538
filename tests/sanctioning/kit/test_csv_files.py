"""Files that a spreadsheet opens: nothing in them is a formula, and numbers stay numbers."""

from __future__ import annotations

import csv
import datetime as dt
import io
from decimal import Decimal

import pytest

from sanctioning.kit.lists.csv_files import Value, csv_line, csv_lines


@pytest.mark.parametrize("text", ["=1+2", "+44", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_a_text_that_a_spreadsheet_would_carry_out_is_kept_from_it(text: str) -> None:
    [[cell]] = csv.reader(io.StringIO(csv_line([text]), newline=""))
    assert cell == f"'{text}"


def test_numbers_days_and_nothing_are_written_plainly() -> None:
    values: list[Value] = [-3, Decimal("-1.5"), dt.date(1966, 4, 18), None, True, "a “quoted”, name"]
    [row] = csv.reader(io.StringIO(csv_line(values), newline=""))
    assert row == ["-3", "-1.5", "1966-04-18", "", "1", "a “quoted”, name"]


def test_a_file_says_that_its_letters_are_utf_8() -> None:
    data = b"".join(csv_lines(["Name"], [["Zoë"]]))
    assert data.decode("utf-8-sig") == "Name\r\nZoë\r\n"
