"""Whether every place of the site that asked SQLite in the tests asked PostgreSQL too.

Most tests run on SQLite only, since what they hold is true of both databases. That is safe as long as each
place that sends statements is run on PostgreSQL by some test as well. Every process of the tests writes the
places it saw (`tests/support/asked_places.py`), one a line; here those of both runs are compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

FOLDER = "TESTS_PLACES"
"""Names the folder where the processes of the tests write them; without it they note nothing."""
LONG_WALKS = "Only the tests that walk through all rights and states come here, and they take minutes."
SQLITE_ALONE: Mapping[str, str] = {
    "sanctioning/kit/guards/check.py _on_sqlite": "It reads SQLite's own list of triggers.",
    "sanctioning/doctor/services_it_needs.py _sqlite_version": "It asks SQLite for its version.",
    "scoring/archive/numbering.py _go_on_in_sqlite": "PostgreSQL has a sequence instead.",
    "scoring/archive/numbering.py _given_in_sqlite": "PostgreSQL has a sequence instead.",
    "scoring/rosters/services/rosters.py _keep_sheets": (
        "PostgreSQL makes the sheets in one statement of its own."
    ),
    "scoring/demo/player.py _inside": "The demo season is played on SQLite in the tests.",
    "scoring/demo/build.py build_demo": "The demo season is played on SQLite in the tests.",
    "scoring/management/commands/demo.py Command._build": "The demo season is played on SQLite in the tests.",
    "sanctioning/people/api.py _my_data": LONG_WALKS,
    "tournaments/slips/api/slips.py SlipSignatureView.post": LONG_WALKS,
    "tournaments/slips/selectors/slips.py _Reading.line": LONG_WALKS,
    "scoring/rosters/services/rosters.py have_part_printed": LONG_WALKS,
    "tournaments/justice/cases/services/opening.py let_letter_lie": LONG_WALKS,
    "tournaments/events/views/application.py of_sanction": LONG_WALKS,
}
"""The functions with a place that never asks PostgreSQL in the tests, and why that is right."""


def not_asked_on_postgresql(folder: Path) -> list[str]:
    """Each as `file:line function`, in order."""
    missing = noted(folder, "sqlite") - noted(folder, "postgresql")
    return sorted(place for place in missing if without_line(place) not in SQLITE_ALONE)


def noted(folder: Path, vendor: str) -> set[str]:
    return {place for file in folder.glob(f"{vendor}-*.txt") for place in file.read_text().splitlines()}


def without_line(place: str) -> str:
    where, function = place.split(" ")
    return f"{where.partition(':')[0]} {function}"


def complaint(places: list[str]) -> str:
    listed = "".join(f"  {place}\n" for place in places)
    return (
        f"These places asked SQLite in a test, but no test asked PostgreSQL there:\n{listed}"
        "Mark a test that reaches each one with @pytest.mark.both_databases, the quickest there is. If the"
        " code is for SQLite only, name it in SQLITE_ALONE in deploy/query_coverage.py with the reason."
    )
