"""A club that began on SQLite moves to PostgreSQL: the whole demo season, compared table by table."""

from __future__ import annotations

import contextlib
import hashlib
import io
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from scoring.archive.services.importing import import_archive
from scoring.archive.tables import Table, tables
from scoring.rosters.models import Roster
from scoring.rosters.selectors.kept_lines import csv_pieces
from tests.support.processes import ROOT, environment_of_a_process
from tests.support.season import copy_season, season_folder

pytestmark = [pytest.mark.postgresql, pytest.mark.slow]


def on_sqlite(folder: Path, *command: str) -> str:
    environment = {
        **environment_of_a_process(),
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "SAAS_VAR": str(folder),
        "SAAS_DB_NAME": str(folder / "saas.sqlite3"),
    }
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


PRINTED = """
from hashlib import sha256
from scoring.rosters.documents.booklet import roster_pdf
from scoring.rosters.documents.papers import facts_of_roster
from scoring.rosters.models import Roster
roster = Roster.objects.filter(state=Roster.State.PUBLISHED).latest("as_of", "pk")
print(sha256(roster_pdf(facts_of_roster(roster))).hexdigest())
"""
"""The last roster, printed again where this is run."""


def printed_here() -> str:
    with contextlib.redirect_stdout(io.StringIO()) as told:
        exec(PRINTED)
    return told.getvalue().strip()


def rows_here(table: Table) -> int:
    return table.model._base_manager.count()


@pytest.mark.django_db(transaction=True)
def test_the_season_moves_from_sqlite_to_postgresql_and_back(tmp_path: Path) -> None:
    club, moved = tmp_path / "club", tmp_path / "club.zip"
    copy_season(club)
    on_sqlite(club, "export", str(moved), "--with-keys", "-v0")

    import_archive(moved, tell=lambda _line: None)

    kept = sqlite3.connect(f"file:{season_folder() / 'saas.sqlite3'}?mode=ro", uri=True)
    for table in tables():
        there = kept.execute(f'SELECT count(*) FROM "{table.model._meta.db_table}"').fetchone()
        assert (table.name, rows_here(table)) == (table.name, there[0])
    figures = (
        "SELECT number, book, person_id, points_tenths, blue_tenths, day, hash FROM scoring_ledgerentry "
        "ORDER BY number"
    )
    with connection.cursor() as cursor:
        cursor.execute(figures.replace(" day,", " day::text,"))
        assert cursor.fetchall() == kept.execute(figures).fetchall()
    kept.close()
    call_command("verify_ledger", verbosity=0)
    for roster in Roster.objects.filter(state=Roster.State.PUBLISHED):
        assert hashlib.sha256(b"".join(csv_pieces(roster))).hexdigest() == roster.csv_sha256

    assert printed_here() == on_sqlite(club, "shell", "-v0", "-c", PRINTED).strip()

    call_command("export", tmp_path / "back.zip", with_keys=True, verbosity=0)
    on_sqlite(tmp_path / "again", "migrate", "-v0")
    on_sqlite(tmp_path / "again", "import", str(tmp_path / "back.zip"), "-v0")
    assert "The ledger is sound" in on_sqlite(tmp_path / "again", "verify_ledger")
