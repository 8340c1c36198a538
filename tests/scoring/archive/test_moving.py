"""A club that began on SQLite moves to PostgreSQL: the whole demo season, compared table by table."""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import io
import json
import sqlite3
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection, models

from scoring.archive.services.importing import import_archive
from scoring.archive.tables import ArchiveTable, tables
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
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(PRINTED)
    return output.getvalue().strip()


def plain(field: models.Field[Any, Any], value: Any) -> Any:
    """A value as either database gives it, in the one form in which both can be compared."""
    match field.get_internal_type(), value:
        case _, None:
            return None
        case "BooleanField", _:
            return bool(value)
        case "DecimalField", _:
            return Decimal(str(value)).quantize(Decimal(1).scaleb(-field.decimal_places))  # type: ignore[attr-defined]
        case "DateTimeField", str():
            return dt.datetime.fromisoformat(value).replace(tzinfo=dt.UTC)
        case "DurationField", int():
            return dt.timedelta(microseconds=value)
        case (("DateField" | "TimeField"), _):
            return str(value)
        case "JSONField", str():
            return json.loads(value)
        case "UUIDField", _:
            return UUID(str(value))
        case "BinaryField", _:
            return bytes(value)
    return value


def every_row(table: ArchiveTable, connected: Any) -> list[tuple[Any, ...]]:
    """Each row with all columns, in the order of its key, asked of the database and not of the archive."""
    fields = table.model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    key = table.model._meta.pk.column
    with contextlib.closing(connected.cursor()) as cursor:
        cursor.execute(f'SELECT {columns} FROM "{table.model._meta.db_table}" ORDER BY "{key}"')
        return [
            tuple(plain(field, value) for field, value in zip(fields, row, strict=True))
            for row in cursor.fetchall()
        ]


@pytest.mark.django_db(transaction=True)
def test_the_season_moves_from_sqlite_to_postgresql_and_back(tmp_path: Path) -> None:
    club, moved = tmp_path / "club", tmp_path / "club.zip"
    copy_season(club)
    on_sqlite(club, "export", str(moved), "--with-keys", "-v0")

    import_archive(moved, tell=lambda _line: None)

    kept = sqlite3.connect(f"file:{season_folder() / 'saas.sqlite3'}?mode=ro", uri=True)
    for table in tables():
        there = sorted(every_row(table, kept), key=lambda row: str(row[0]))
        here = sorted(every_row(table, connection), key=lambda row: str(row[0]))
        assert len(here) == len(there), table.name
        differing = [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]]
        assert not differing, (table.name, differing[0])
    kept.close()
    call_command("verify_ledger", verbosity=0)
    for roster in Roster.objects.filter(state=Roster.State.PUBLISHED):
        assert hashlib.sha256(b"".join(csv_pieces(roster))).hexdigest() == roster.csv_sha256

    assert printed_here() == on_sqlite(club, "shell", "-v0", "-c", PRINTED).strip()

    call_command("export", tmp_path / "back.zip", with_keys=True, verbosity=0)
    on_sqlite(tmp_path / "again", "migrate", "-v0")
    on_sqlite(tmp_path / "again", "import", str(tmp_path / "back.zip"), "-v0")
    assert "The ledger is sound" in on_sqlite(tmp_path / "again", "verify_ledger")
