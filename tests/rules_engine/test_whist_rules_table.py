"""docs/whist-rules.md names for every rule of whist the code and the test that hold it; all are looked up."""

import re
from typing import NamedTuple

import pytest

from rules_engine.bid_whist import rules as bid
from rules_engine.columbus_whist import rules as columbus
from rules_engine.military_whist import rules as military
from tests.rules_engine.rule_pages import ROOT, Row, hold_to_the_code, rows

PAGE = ROOT / "docs" / "whist-rules.md"


class Book(NamedTuple):
    """How many rules and readings a game has."""

    letter: str
    rules: int
    readings: int


BOOKS = (Book("M", 39, 12), Book("B", 48, 13), Book("C", 33, 12))
"""The games whose books the page has; a further one is added here."""

ROWS = rows(PAGE, r"[A-Z]-\d+") + rows(PAGE, r"[A-Z] reading \d+")


def test_every_rule_and_every_reading_has_one_row() -> None:
    names = [row.name for row in ROWS]
    due = [f"{book.letter}-{number}" for book in BOOKS for number in range(1, book.rules + 1)]
    due += [f"{book.letter} reading {number}" for book in BOOKS for number in range(1, book.readings + 1)]
    assert names == due


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_a_row_names_is_there(row: Row) -> None:
    hold_to_the_code(row)


CITED = [value for book in (military, bid, columbus) for name, value in vars(book).items() if name.isupper()]


@pytest.mark.parametrize("rule", CITED)
def test_what_findings_cite_is_row_and_section_of_the_page(rule: str) -> None:
    row, section = rule.split("/")
    (sections,) = re.findall(rf"^\| {row} \| ([^|]*) \|", PAGE.read_text(), re.MULTILINE)
    assert section in re.split(r"[,;] ", sections)
