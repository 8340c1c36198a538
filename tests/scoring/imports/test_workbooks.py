"""Workbooks: the sheet that has something in it, and what formulas came to."""

from __future__ import annotations

import io

import pytest
import xlsxwriter

from scoring.imports.models import ImportRow
from scoring.imports.selectors import import_page
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.scoring.imports.test_imports import checked, faults

pytestmark = pytest.mark.both_databases


def with_formula(formula: str, stored: object) -> io.BytesIO:
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True})
    book.add_worksheet("Deckblatt")
    sheet = book.add_worksheet("Mitglieder")
    sheet.write_row(0, 0, ["Vorname", "Name", "Nr"])
    sheet.write_row(1, 0, ["Nova", "Quist"])
    sheet.write_formula(1, 2, formula, value=stored)
    book.close()
    return file


def test_the_first_sheet_that_has_rows_is_read_and_named(cast: Cast, sign_in: SignIn) -> None:
    importing = checked(cast.registrar, "people", with_formula("=4700+11", 4711))
    assert import_page(importing, cast.registrar).sheet == "Mitglieder"
    page = sign_in(cast.registrar).get(f"/imports/{importing.pk}/").content.decode()
    assert "Read from the sheet “Mitglieder”." in page


def test_a_formula_counts_as_what_was_computed_of_it(cast: Cast) -> None:
    importing = checked(cast.registrar, "people", with_formula("=4700+11", 4711))
    [row] = ImportRow.objects.filter(of=importing)
    assert (row.outcome, row.values["reference"]) == ("new", "4711")


@pytest.mark.parametrize("stored", ["", "#REF!"])
def test_a_formula_that_nobody_computed_is_wrong(cast: Cast, stored: str) -> None:
    assert faults(checked(cast.registrar, "people", with_formula("=A1&B9", stored))) == {2: ["formula"]}
