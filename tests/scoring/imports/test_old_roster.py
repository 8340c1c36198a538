"""The old paper roster, to the tenth: from its people, points and degrees follows the same, line for line."""

from __future__ import annotations

import csv
import io
from typing import Final

import pytest
from django.test import Client

from sanctioning.kit.jobs.services.jobs import run_waiting
from scoring.imports.models import Import, ImportRow
from scoring.imports.selectors import row_lines
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import Cast
from tests.scoring.imports.test_imports import ROSTER_DAY, checked, csv_of, outcomes, written

pytestmark = pytest.mark.both_databases

# As it was printed: highest degree first, then points, then blue points, then the alphabet.
PAPER: Final = """\
name,old number,club,degree,points,blue points
"Ågren, Mårten",101,Holm Club,Champion of Whoopie,1250.3,210.0
"Whitlock, Ada",4,Arden Whoopie Club,Champion of Whoopie,1000.0,200.0
"Young, Clara",7,,Grand Master of Whoopie,999.9,240.1
"Quist, Nova",12,Holm Club,Grand Master of Whoopie,500.0,75.0
"Ernst, Eva",3,Arden Whoopie Club,Senior Master of Whoopie,612.4,74.9
"O'Neill, Pat",55,Holm Club,Senior Master of Whoopie,100.0,10.0
"Dorn, Carl",2,,Master of Whoopie,99.9,12.5
"Böhm, Änne",1,Arden Whoopie Club,Master of Whoopie,25.0,2.0
"Abel, Zoe",31,Holm Club,Junior Master of Whoopie,24.9,2.1
"Rust, Paul",30,Holm Club,Junior Master of Whoopie,24.9,1.9
"Smith, Ann-Marie",32,,Junior Master of Whoopie,24.9,1.9
"Tew, Ivy",33,,Junior Master of Whoopie,1.0,0.0
"Vale, Max",40,Arden Whoopie Club,Novice of Whoopie,0.9,0.9
"Zander",41,,Novice of Whoopie,0.0,0.0
"""


def imported_records(cast: Cast) -> dict[str, str]:
    """Bring the records from before in, file by file; gives the member number of each old number."""
    lines = list(csv.DictReader(io.StringIO(PAPER)))
    written(cast.managing, "clubs", csv_of("name", "Holm Club"))
    people = []
    for line in lines:
        family, _comma, given = line["name"].partition(", ")
        people.append(f"{line['old number']};{given};{family};{line['club']}")
    imported = written(cast.registrar, "people", csv_of("alte Nummer;Vorname;Nachname;Verein", *people))
    points = [
        f"{line['old number']};{line['points'].replace('.', ',')};{line['blue points'].replace('.', ',')};3,5"
        for line in lines
    ]
    written(cast.managing, "points", csv_of("alte Nummer;Punkte;blau;nicht eingetragene Punkte", *points))
    degrees = [f"{line['old number']},{line['degree']},2019-05-15" for line in lines]
    importing = checked(cast.managing, "degrees", csv_of("old number,degree,since", *degrees))
    assert outcomes(importing) == ["new"] * len(lines)
    remarks = {line.remark for line in row_lines(list(importing.rows.select_related("of")))}
    assert remarks == {"held already, from this day on"}, "each follows from the points"
    return numbers_of(imported)


def numbers_of(imported: Import) -> dict[str, str]:
    rows = ImportRow.objects.filter(of=imported).select_related("person")
    return {row.reference: row.person.number for row in rows if row.person}


def test_the_roster_compiled_from_the_imports_is_the_old_one_line_for_line(
    cast: Cast, client: Client
) -> None:
    numbers = imported_records(cast)
    roster = compile_roster(by=cast.registrar, as_of=ROSTER_DAY)
    publish_roster(by=cast.registrar, roster=roster)
    run_waiting()
    expected = io.StringIO(newline="")
    writer = csv.writer(expected)
    head, *lines = csv.reader(io.StringIO(PAPER))
    writer.writerow([head[0], "number", *head[2:]])
    writer.writerows([name, numbers[old], *rest] for name, old, *rest in lines)
    compiled = b"".join(client.get(f"/rosters/{roster.key}/roster.csv")).decode()
    assert compiled.splitlines() == expected.getvalue().splitlines()
    roster.refresh_from_db()
    assert roster.brought_forward == roster.points
