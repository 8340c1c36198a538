"""Files with a title or blank lines above the names of the columns, as people keep their spreadsheets."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.imports.columns import NOT_USED, matched
from scoring.imports.models import Import
from scoring.imports.selectors import import_page
from scoring.imports.services.kinds import KINDS
from scoring.imports.services.preparing import check_import
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.scoring.imports.test_imports import (
    checked,
    csv_of,
    faults,
    outcomes,
    uploaded,
    workbook,
    written,
)

pytestmark = pytest.mark.both_databases

TITLE = ("Members, as of May 2019, all clubs", "", "")
HEADS = ("Vorname", "Nachname", "Geburtsdatum")
ANNE = ("Änne", "Böhm", "1958-04-30")


def semicolons(*rows: tuple[str, ...]) -> io.BytesIO:
    return csv_of(*(";".join(row) for row in rows))


FILES = {
    "title": ((TITLE, HEADS, ANNE), 2),
    "blank": ((("",), ("",), HEADS, ANNE), 3),
    "both": ((TITLE, ("",), ("", "Stand:", "2019-05-15"), ("",), HEADS, ("", ""), ANNE), 5),
    "neither": ((HEADS, ANNE), 1),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("as_file", [semicolons, lambda *rows: workbook(rows)], ids=["csv", "xlsx"])
def test_the_line_that_names_the_columns_is_found(
    cast: Cast, name: str, as_file: Callable[..., io.BytesIO]
) -> None:
    lines, head_line = FILES[name]
    importing = written(cast.registrar, "people", as_file(*lines))
    assert importing.settings["head_line"] == head_line
    assert importing.settings["headings"] == list(HEADS)
    assert outcomes(importing) == ["new"]
    assert importing.rows.get().number == len(lines)
    assert Person.objects.get(family_name="Böhm").given_names == "Änne"


def test_where_no_column_is_known_it_is_the_first_line_of_several_cells(cast: Cast) -> None:
    importing = uploaded(
        cast.registrar, "people", semicolons(("Socii",), ("Nomen", "Gens"), ("Ada", "Whitlock"))
    )
    assert (importing.settings["head_line"], importing.settings["headings"]) == (2, ["Nomen", "Gens"])


def test_a_table_of_one_column_begins_with_its_first_line(cast: Cast) -> None:
    importing = checked(cast.registrar, "people", csv_of("family name", "Whitlock", "Dorn"))
    assert importing.settings["head_line"] == 1
    assert outcomes(importing) == ["new", "new"]


class TestByHand:
    def test_the_page_shows_the_first_lines_to_choose_from(self, cast: Cast) -> None:
        importing = uploaded(cast.registrar, "people", semicolons(TITLE, (), HEADS, ANNE))
        page = import_page(importing, cast.registrar)
        assert page.head_line == 3
        assert page.head_lines == (
            (1, "1: Members, as of May 2019, all clubs"),
            (3, "3: Vorname · Nachname · Geburtsdatum"),
            (4, "4: Änne · Böhm · 1958-04-30"),
        )
        assert page.columns[2].examples == ("Änne",)

    def test_another_line_makes_other_columns(self, cast: Cast) -> None:
        importing = uploaded(cast.registrar, "people", semicolons(HEADS, ("x", "Name", "y"), ANNE))
        assert importing.settings["head_line"] == 1
        importing = check_import(by=cast.registrar, importing=importing, asked={"head_line": 2})
        assert importing.settings["headings"] == ["x", "Name", "y"]
        assert importing.settings["columns"]["family_name"] == 1

    def test_a_corrected_separator_finds_the_line_again(self, cast: Cast) -> None:
        importing = uploaded(
            cast.registrar, "people", csv_of("Title, of it, all", "family name|born", "Ash|1958")
        )
        Import.objects.filter(pk=importing.pk).update(
            settings=importing.settings
            | {"delimiter": ",", "head_line": 1, "headings": ["Title", "of it", "all"]}
        )
        importing = check_import(
            by=cast.registrar, importing=importing, asked={"delimiter": "|", "head_line": 1}
        )
        assert (importing.settings["head_line"], importing.settings["headings"]) == (
            2,
            ["family name", "born"],
        )

    @pytest.mark.parametrize("line", [2, 9])
    def test_a_line_that_says_nothing_is_refused(self, cast: Cast, line: int) -> None:
        importing = uploaded(cast.registrar, "people", semicolons(TITLE, (), HEADS, ANNE))
        with pytest.raises(Refusal) as refused:
            check_import(by=cast.registrar, importing=importing, asked={"head_line": line})
        assert refused.value.code == "import-unreadable"


def test_days_are_read_below_the_line_alone(cast: Cast) -> None:
    importing = checked(
        cast.registrar, "people", semicolons(("12/31/2019",), HEADS, ("Ada", "Whitlock", "30/04/1958"))
    )
    assert importing.settings["days"] == "day"
    assert faults(importing) == {}


def test_an_import_from_before_begins_with_its_first_line(cast: Cast) -> None:
    importing = uploaded(cast.registrar, "people", semicolons(HEADS, ANNE))
    del importing.settings["head_line"]
    importing.save()
    assert import_page(importing, cast.registrar).head_line == 1


@pytest.mark.parametrize(
    ("heads", "places"),
    [
        (("Mitglieder-Nr.", "Name", "Geb.-Datum", "Klub", "DSGVO/Einwilligung"), (0, 1, 2, 3, 4)),
        (("Mitgliedsnummer", "Name", "geb.", "Verein", "DSGVO"), (0, 1, 2, 3, 4)),
        (("Member no.", "Surname", "DOB", "Club", "Consent"), (0, 1, 2, 3, 4)),
        (("Born", "Surname"), (-1, 1, 0, -1, -1)),
    ],
)
def test_columns_are_known_by_the_heads_that_federations_use(
    heads: tuple[str, ...], places: tuple[int, ...]
) -> None:
    columns = matched(KINDS["people"].columns, heads, [["4711", "Quist", "1950"]])
    names = ("reference", "family_name", "born", "club", "consent")
    assert tuple(columns[name] for name in names) == places


def test_member_numbers_of_this_site_are_told_from_those_of_the_old_books() -> None:
    columns = KINDS["people"].columns
    ours = matched(columns, ["Member no.", "Name"], [["", "Rust"], ["W-00012-X", "Quist"]])
    assert (ours["number"], ours["reference"]) == (0, NOT_USED)
    both = matched(columns, ["Member no.", "Old number", "Name"], [["12", "4711", "Quist"]])
    assert (both["number"], both["reference"]) == (0, 1)


def test_a_column_that_is_matched_to_nothing_is_shown_as_not_used(cast: Cast, sign_in: SignIn) -> None:
    importing = checked(cast.registrar, "people", csv_of("Name,Handicap,Shoe size", "Quist,7,42"))
    assert import_page(importing, cast.registrar).unused == ("Handicap", "Shoe size")
    page = sign_in(cast.registrar).get(f"/imports/{importing.pk}/").content.decode()
    assert "Columns that are not used" in page
    assert "<strong>Handicap</strong>" in page
